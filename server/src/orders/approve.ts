import { standingPayee } from '@passbook/contract'
import { approveAction, type GivenApproval, type Signed } from '#auth/approval.ts'
import { approvedBy } from '#auth/passkey-approval.ts'
import type { SignedIn } from '#auth/sessions.ts'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { type Failure, refusal } from '#kernel/failure.ts'

type Schedule = Parameters<typeof standingPayee>[0]

/** All that an approval of an order is bound to: the account, the amount, the rule and the payee. */
export type Binding = {
  sourceAccount: string
  currency: string
  amountMinor: bigint
  above: boolean
  schedule: Schedule
  /** The payee in the words that a code may be bound to, and in those that a passkey signs. */
  codePayees: string[]
  signedPayee: string
}

export type Approve = (
  sql: Sql,
) => Promise<{ refused: Failure } | { refused?: undefined; signed: Signed | undefined }>

/** For what moves no money away from the account that it is on. */
export const unapproved: Approve = async () => ({ signed: undefined })

/**
 * Makes what approves an order by the one rule of all approvals: the PIN, with a code where the
 * customer uses codes, or a passkey. The passkey's signature is verified here, before the transaction.
 */
export async function approveOrder(
  bank: Bank,
  customer: SignedIn,
  binding: Binding,
  given: GivenApproval,
): Promise<Approve> {
  const { sourceAccount, currency, amountMinor, schedule, above } = binding
  const to = (payee: string) => standingPayee(schedule, { above, payee })
  const order = { sourceAccount, currency, amountMinor, to: to(binding.signedPayee) }
  const signed = await approvedBy(bank, customer, { credential: given.approval, order })
  return async (sql) => {
    if (!signed && given.pin === '') return { refused: refusal('approval_required') }
    const orders = binding.codePayees.map((payee) => ({
      sourceAccount,
      amountMinor,
      to: to(payee),
    }))
    const by = { orders, approval: given, signed }
    const refused = await approveAction(bank, sql, { customerId: customer.id }, by)
    return refused ? { refused } : { signed }
  }
}
