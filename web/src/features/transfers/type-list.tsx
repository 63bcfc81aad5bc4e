import type { Beneficiary } from '@passbook/contract'
import { useCustomer } from '#session/customer.ts'
import layout from '#ui/layout.module.css'
import { ChoiceList } from '#widgets/choice-list.tsx'
import { RecipientFaces } from '#widgets/recipient-faces.tsx'
import type { Kind } from './flow.ts'
import { kindsFor } from './kinds.ts'

/**
 * Whom money was sent to before, one press from the right form, and the ways to send it. Bitcoin
 * needs the customer's flag.
 */
export function TypeList({
  onPick,
  onRecipient,
  onNew,
}: {
  onPick: (kind: Kind) => void
  onRecipient: (recipient: Beneficiary) => void
  onNew?: (() => void) | undefined
}) {
  const { user } = useCustomer()
  const kinds = kindsFor({ crypto: user.CryptoPayment === true })
  return (
    <div className={layout.stack}>
      <RecipientFaces onPick={onRecipient} onNew={onNew} />
      <ChoiceList
        choices={kinds.map(({ kind, ...face }) => ({ key: kind, ...face }))}
        onPick={onPick}
      />
    </div>
  )
}
