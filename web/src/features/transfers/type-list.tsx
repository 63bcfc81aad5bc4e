import { useCustomer } from '#session/customer.ts'
import { ChoiceList } from '#widgets/choice-list.tsx'
import type { Kind } from './flow.ts'
import { kindsFor } from './kinds.ts'

/** The ways to send money. Bitcoin needs the customer's flag. */
export function TypeList({ onPick }: { onPick: (kind: Kind) => void }) {
  const { user } = useCustomer()
  const kinds = kindsFor({ crypto: user.CryptoPayment === true })
  return (
    <ChoiceList
      choices={kinds.map(({ kind, ...face }) => ({ key: kind, ...face }))}
      onPick={onPick}
    />
  )
}
