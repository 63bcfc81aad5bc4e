import { t } from '#i18n/t.ts'
import { useSession } from '#session/session.tsx'
import { cx } from '#ui/cx.ts'
import classes from './explain-mark.module.css'
import type { Explainable } from './explained.tsx'
import { questionText } from './question.ts'

/**
 * The figure as it is, under a button that nobody sees: it stays a text to be read and found, and the
 * button has a name of its own.
 */
export function ExplainMark({ question, label, inline, children }: Explainable) {
  const session = useSession()
  return (
    <span className={cx(classes.figure, inline && classes.inline)}>
      {children}
      <button
        type="button"
        className={classes.open}
        aria-label={t('Explain {figure}', { figure: label })}
        aria-haspopup="dialog"
        onClick={() => session.explain([questionText(question)])}
      />
    </span>
  )
}
