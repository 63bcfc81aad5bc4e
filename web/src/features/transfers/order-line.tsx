import { parseMoney } from '@passbook/contract'
import { Trans } from '#i18n/trans.tsx'
import { useAccounts } from '#session/customer.ts'
import { inCurrency } from '#widgets/account-facts.ts'
import { OrderWords, orderSum } from '#widgets/approval.tsx'
import type { Order } from './flow.ts'

/** What is being approved: how much, and to whom. */
export function OrderLine({ order }: { order: Order }) {
  return (
    <OrderWords>
      <Trans
        id="<sum>{amount}</sum> to {payee}"
        values={{ amount: useAmount(order), payee: usePayee(order) }}
        parts={{ sum: orderSum }}
      />
    </OrderWords>
  )
}

/** Whom an order pays, as the customer knows them. */
export function usePayee({ values }: Order): string {
  const own = useAccounts().find(({ Id }) => Id === values.destination_account)
  return values.acc_name || own?.Name || values.card_name || values.wallet_address || ''
}

/** The amount of an order in the currency that it leaves in. */
export function useAmount({ values }: Order): string {
  const source = useAccounts().find(({ Id }) => Id === values.source_account)
  const minor = parseMoney(values.amount ?? '')
  return source && minor !== null ? inCurrency(source, minor) : (values.amount ?? '')
}
