import { passkeyOptions } from '@passbook/contract'
import { send } from './client.ts'
import { signed } from './passkeys.ts'

/** What an approval is bound to, in the words of the contract. */
export type BoundOrder = {
  source_account: string
  amount: string
  to: string
  /** Of a card, the whole number: `to` says its last four digits only. */
  card_number?: string
}

/** Has a passkey sign an order; null where the customer would rather not. */
export async function signedOrder(order: BoundOrder): Promise<string | null> {
  const { data: options } = await send(passkeyOptions, { use: 'approve', ...order })
  return signed(options)
}
