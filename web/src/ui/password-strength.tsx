import { t } from '#i18n/t.ts'
import { cx } from './cx.ts'
import { scorePassword } from './password-score.ts'
import classes from './password-strength.module.css'

/** Four bars and a word under a new password. */
export function PasswordStrength({
  password,
  personal,
  notAccepted = '',
}: {
  password: string
  /** Why the bank does not take it, where it does not. */
  notAccepted?: string
  /** Names and the like that the password had better not contain. */
  personal?: readonly string[]
}) {
  const { level, word, advice } = notAccepted
    ? { level: 1, word: t('Not accepted'), advice: notAccepted }
    : scorePassword(password, personal)
  return (
    <div className={classes.strength}>
      <div className={cx(classes.bars, classes[`level${level}`])} aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={cx(classes.bar, bar <= level && classes.on)} />
        ))}
      </div>
      <p className={classes.words} aria-live="polite">
        {word ? (
          <>
            <strong className={classes.word}>{word}.</strong> {advice}
          </>
        ) : (
          t('Use 15 characters or more: a few unrelated words are easy to remember.')
        )}
      </p>
    </div>
  )
}
