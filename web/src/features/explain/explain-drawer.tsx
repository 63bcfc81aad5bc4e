import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#i18n/t.ts'
import { useSession, useSessionState } from '#session/session.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { FocusPlace } from '#ui/focus-place.tsx'
import { Modal } from '#ui/modal.tsx'
import { Trail } from '#ui/trail.tsx'
import { useWide } from '#ui/use-wide.ts'
import { questionOf } from '#widgets/question.ts'
import classes from './explain.module.css'
import { Explanation } from './explanation.tsx'
import { labelOf } from './words.ts'

/** What a figure is made of; each part opens into its own, and Back leads up again. */
export function ExplainDrawer() {
  const session = useSession()
  const explained = useSessionState('explained')
  const wide = useWide()
  const opened = explained.length > 0
  // What slides away still shows what it showed.
  const [kept, setKept] = useState(explained)
  if (opened && kept !== explained) setKept(explained)
  const shown = kept.at(-1)
  const above = kept.at(-2)
  const up = () => session.explain(explained.slice(0, -1))
  const dialog = {
    opened,
    onClose: () => session.explain([]),
    title: shown ? labelOf(questionOf(shown)) : '',
    children: shown ? (
      <FocusPlace shown={shown}>
        {above ? (
          <button type="button" className={classes.up} onClick={up}>
            <IconArrowLeft size={18} stroke={1.75} aria-hidden />
            {t('Back to {figure}', { figure: labelOf(questionOf(above)) })}
          </button>
        ) : null}
        <Explanation
          key={shown}
          text={shown}
          onOpen={(part) => session.explain([...explained, part])}
        />
      </FocusPlace>
    ) : null,
  }
  return (
    <>
      {wide ? <Drawer {...dialog} className={classes.side} /> : <Modal {...dialog} />}
      {opened ? (
        <Trail
          steps={explained.slice(1).map((text, at) => ({
            name: `explain:${text}`,
            close: () => session.explain(explained.slice(0, at + 1)),
          }))}
        />
      ) : null}
    </>
  )
}
