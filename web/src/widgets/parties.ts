import type { Account, Transaction } from '@passbook/contract'
import { isOwnMove, partiesOf } from '@passbook/contract/parties'
import { counterparty } from './transaction-facts.ts'

export type Party = {
  name: string
  number: string
  /** Of an account of the customer: whose it is, where that is known. */
  holder?: string
  /** One of two accounts of the same customer: its name is the holder's, whatever the account is called. */
  own?: boolean
}

/**
 * Who sent and who received. Account and holder are those whose statement is shown, for a line that does
 * not name them.
 */
export function parties(
  transaction: Transaction,
  account: Pick<Account, 'Name' | 'Number'> | null = null,
  customer = '',
): { sender: Party | null; receiver: Party } {
  const held = transaction.Account ?? account
  const holder = transaction.Holder ?? customer
  const side: Party = { name: held?.Name ?? '', number: held?.Number ?? '', holder }
  const other = counterparty(transaction)
  if (!isOwnMove(transaction)) return partiesOf(transaction, side, other)
  const own = { name: holder, own: true }
  return partiesOf(transaction, { ...own, number: side.number }, { ...own, number: other.number })
}
