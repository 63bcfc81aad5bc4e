import type { PayeeAnswer } from '@passbook/contract'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconHelpCircle,
  IconInfoCircle,
} from '@tabler/icons-react'
import { t } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Notice } from '#ui/notice.tsx'
import type { Checked } from './name-lookup.ts'
import classes from './payee-check.module.css'

/** What is known about a number and its name; the forms have words of their own for the rest. */
type Known = Checked | { state: 'limited'; message: string } | { state: Rest }
type Rest = 'idle' | 'looking' | 'found' | 'failed' | 'unanswered' | 'manual' | 'unknown'

const icons = {
  match: IconCircleCheck,
  close: IconInfoCircle,
  none: IconAlertTriangle,
  unavailable: IconHelpCircle,
}

/**
 * What the bank says about the name that the customer typed. Its region is there before its words
 * are, or they would not be read out.
 */
export function PayeeCheck({
  looked,
  anyway,
  onUse,
  onAnyway,
}: {
  looked: Known | null
  /** Whether the customer goes on although the name does not match. */
  anyway: boolean
  onUse: (name: string) => void
  onAnyway: (anyway: boolean) => void
}) {
  const checked = looked?.state === 'checked' ? looked : null
  const right = checked?.verdict === 'close' ? checked.name : undefined
  return (
    <div className={classes.check}>
      <div role="status" className={cx(classes.told, checked && classes[checked.verdict])}>
        {checked ? <Icon verdict={checked.verdict} /> : null}
        <p>{wordsOf(looked)}</p>
      </div>
      {right ? (
        <Button kind="tint" size="sm" onClick={() => onUse(right)}>
          {t('Use this name')}
        </Button>
      ) : null}
      {checked?.verdict === 'none' ? (
        <label className={classes.anyway}>
          <input
            type="checkbox"
            checked={anyway}
            onChange={(event) => onAnyway(event.currentTarget.checked)}
          />
          {t('I know whose account this is and want to go on')}
        </label>
      ) : null}
    </div>
  )
}

function Icon({ verdict }: { verdict: PayeeAnswer }) {
  const Shape = icons[verdict]
  return <Shape size={20} stroke={1.75} className={classes.icon} aria-hidden />
}

function wordsOf(looked: Known | null): string {
  switch (looked?.state) {
    case 'looking':
      return t('Checking the name…')
    case 'checked':
      return verdictWords(looked)
    case 'limited':
      return looked.message
    default:
      return t('The name is checked once the account number is there')
  }
}

function verdictWords({ verdict, name }: { verdict: PayeeAnswer; name?: string | undefined }) {
  switch (verdict) {
    case 'match':
      return t('The name matches the account')
    case 'close':
      return t('The name is nearly right. The account belongs to {name}', { name: name ?? '' })
    case 'none':
      return t(
        'The name does not match the account. This may be a fraud: check the number by a way you trust before you go on.',
      )
    case 'unavailable':
      return t('The name could not be checked')
  }
}

/** The same in short, beside the name on a list of facts. */
export function VerdictMark({ verdict }: { verdict: PayeeAnswer }) {
  return (
    <span className={cx(classes.mark, classes[verdict])}>
      <Icon verdict={verdict} />
      {shortWords(verdict)}
    </span>
  )
}

function shortWords(verdict: PayeeAnswer): string {
  switch (verdict) {
    case 'match':
      return t('Name matches')
    case 'close':
      return t('Name nearly matched')
    case 'none':
      return t('Name does not match')
    case 'unavailable':
      return t('Name not checked')
  }
}

/** Once more before it is paid. */
export function PayeeWarning() {
  return (
    <Notice>
      {t(
        'The name you typed is not the name of who holds this account. Money that is sent to the wrong person is often lost.',
      )}
    </Notice>
  )
}
