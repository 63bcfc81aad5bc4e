import { type Beneficiary, beneficiaries } from '@passbook/contract'
import { useQuery } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { t } from '#i18n/t.ts'
import { Face } from '#ui/face.tsx'
import classes from './recipient-faces.module.css'
import { isOfType, type RecipientType } from './recipient-picker.tsx'

const shownAtMost = 6

/** A few recipients to pick with one press; all of them are on the list. None yet, no row. */
export function RecipientFaces({
  type,
  onPick,
}: {
  type: RecipientType
  onPick: (recipient: Beneficiary) => void
}) {
  // A question of its own: what the list shows, and whether it could be had, is the list's affair.
  const { data = [] } = useQuery({
    queryKey: [...keys.beneficiaries, 'faces'],
    queryFn: ({ signal }) => ask(beneficiaries, {}, signal),
  })
  const recipients = data.filter((one) => isOfType(one, type)).slice(0, shownAtMost)
  if (recipients.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are buttons
    <div role="group" aria-label={t('Recipients')} className={classes.faces}>
      {recipients.map((recipient) => (
        <button
          key={recipient.Id ?? `${recipient.Type}${recipient.AccountNumber}`}
          type="button"
          className={classes.face}
          onClick={() => onPick(recipient)}
        >
          <Face name={recipient.AccountName} />
          <span className={classes.name}>{recipient.AccountName}</span>
        </button>
      ))}
    </div>
  )
}
