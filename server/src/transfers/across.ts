import { type Input, payeeOf, type transferLocal } from '@passbook/contract'
import { ownAccount } from '#accounts/accounts.ts'
import type { Customer } from '#auth/customers.ts'
import type { Bank } from '#kernel/context.ts'
import { refusal } from '#kernel/failure.ts'
import type { LineDetails } from '#ledger/ledger.ts'
import { type DistantPayee, railPayeeOf } from './divisions.ts'
import { keepLocal } from './payees.ts'
import { type Placed, place } from './place.ts'
import { dueFrom, undoUntilFor } from './undo.ts'

/**
 * Pays a customer of this bank who lies in another division. For the customer it is a local transfer,
 * approved and limited as one; its money is held until the other division has credited it.
 */
export async function sendAcross(
  bank: Bank,
  customer: Customer,
  payee: DistantPayee,
  order: Input<typeof transferLocal> & { onceKey: string | undefined },
): Promise<Placed> {
  const source = await ownAccount(bank.db.sql, customer.id, order.source_account, 'source_account')
  const line: LineDetails = {
    purpose: 'transfer',
    method: 'local',
    gateway: 'passbook',
    name: payee.holder,
    accountNumber: payee.number,
    description: order.description,
    same: true,
  }
  const undo = { seconds: order.undo_seconds, line }
  const undoUntil = await undoUntilFor(bank, customer.id, undo)
  const placed = await place(
    bank,
    customer,
    {
      type: 'local',
      source,
      amountMinor: order.amount,
      payee: payeeOf(order),
      details: [order.description],
      counts: 'sent',
      // What is held must be payable later.
      refusal: payee.currency === source.currency ? undefined : refusal('currency_mismatch'),
      effect: {
        accountId: source.id,
        amountMinor: order.amount,
        line,
        transfer: {
          rail: 'division',
          payee: railPayeeOf(payee),
          dueAt: dueFrom(bank, undoUntil),
          undoUntil,
        },
      },
    },
    order,
  )
  if (order.save_recipient) await keepLocal(bank, customer.id, payee)
  return placed
}
