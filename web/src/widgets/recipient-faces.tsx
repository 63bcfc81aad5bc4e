import type { Beneficiary } from '@passbook/contract'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { beneficiariesQuery } from '#api/recipients.ts'
import { t } from '#i18n/t.ts'
import { cx } from '#ui/cx.ts'
import { Face } from '#ui/face.tsx'
import layout from '#ui/layout.module.css'
import classes from './recipient-faces.module.css'
import { isOfType, type RecipientType } from './recipient-picker.tsx'

const shownAtMost = 6

/**
 * A few recipients to pick with one press; all of them are on the list. None yet, no row, unless it
 * leads to the first one.
 */
export function RecipientFaces({
  type,
  onPick,
  onNew,
}: {
  /** Those of one type only, which then need not say where their account is. */
  type?: RecipientType
  onPick: (recipient: Beneficiary) => void
  onNew?: (() => void) | undefined
}) {
  const { data = [], isLoading } = useQuery(beneficiariesQuery)
  const recipients = data.filter((one) => isOfType(one, type)).slice(0, shownAtMost)
  if (isLoading && !onNew) return <div className={classes.steady} data-coming />
  if (recipients.length === 0 && !onNew) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are buttons
    <div
      role="group"
      aria-label={t('Recipients')}
      className={cx(classes.faces, onNew && classes.steady)}
    >
      {onNew ? (
        <button type="button" className={classes.face} aria-haspopup="dialog" onClick={onNew}>
          <span className={cx(layout.tile, classes.new)}>
            <IconPlus size={20} stroke={2} aria-hidden />
          </span>
          <span className={classes.name}>{t('New recipient')}</span>
        </button>
      ) : null}
      {recipients.map((recipient) => (
        <button
          key={recipient.Id ?? `${recipient.Type}${recipient.AccountNumber}`}
          type="button"
          className={classes.face}
          onClick={() => onPick(recipient)}
        >
          <Face name={recipient.AccountName} />
          <span className={classes.name}>{recipient.AccountName}</span>
          {!type && recipient.BankName ? (
            <span className={cx(layout.note, classes.bank)}>{recipient.BankName}</span>
          ) : null}
        </button>
      ))}
    </div>
  )
}
