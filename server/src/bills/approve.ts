import { billPayee } from '@passbook/contract'
import { approveAction, type GivenApproval, pinFailure } from '#auth/approval.ts'
import { beginOutgoing, usdValue } from '#auth/outgoing.ts'
import { signatureOf } from '#auth/passkey-approval.ts'
import { isStillFresh, type SignedIn } from '#auth/sessions.ts'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { refusal } from '#kernel/failure.ts'
import type { LineDetails } from '#ledger/ledger.ts'
import type { Approve, NewBill } from './bills.ts'

const freeSpanMs = 24 * 3_600_000

/**
 * Makes what approves a bill. One of the bank's own billers needs nothing on a fresh session, and up
 * to a sum within a day otherwise: many small bills are no way past it. What goes to a biller that
 * the customer added always needs the PIN or a passkey, since anybody can be added.
 */
export async function approveBill(
  bank: Bank,
  customer: SignedIn,
  { order, approval }: { order: NewBill; approval: GivenApproval },
): Promise<Approve> {
  const { config } = bank
  const { id: customerId } = customer
  const bound = { sourceAccount: order.account, amountMinor: order.amount, to: billPayee(order) }
  const signed = await signatureOf(bank, customer, {
    credential: approval.approval,
    account: order.account,
    order: () => bound,
  })
  return async (sql, { account, biller, fixed }) => {
    const usdMinor = usdValue(account.currency, order.amount)
    const line = billLine({ ...order, biller })
    const begun = await beginOutgoing(bank, sql, { customerId, usdMinor, line })
    if (begun.refused) return begun
    const { count } = begun
    // No day could have room for it.
    if (usdMinor > config.dailyLimitUsdMinor) return { refused: refusal('daily_limit') }
    const unasked = !config.billApproval || (fixed && (await isStillFresh(bank, sql, customer)))
    const freeUsdMinor = unasked ? 0n : usdMinor
    const small =
      fixed && usdMinor + (await freeOf(bank, sql, customerId)) <= config.billFreeUsdMinor
    if (!signed && (unasked || small)) {
      // A PIN that is given must be right, also where none is asked for.
      const { pin } = approval
      const refused = pin ? await pinFailure(bank, sql, { customerId, pin }) : undefined
      return refused ? { refused } : { freeUsdMinor, count }
    }
    if (!signed && !approval.pin) return { refused: refusal('approval_required') }
    const by = { orders: [bound], approval, signed }
    const refused = await approveAction(bank, sql, { customerId }, by)
    return refused ? { refused } : { freeUsdMinor: 0n, count, signed }
  }
}

/** The statement line of a bill, as far as it says whom it pays. */
const billLine = ({ biller, accountName }: NewBill): LineDetails => ({
  purpose: 'others',
  method: 'bill',
  name: biller,
  description: accountName,
})

/** What was saved without an approval within a day, also where it was stopped since. */
async function freeOf({ clock }: Bank, sql: Sql, customerId: bigint): Promise<bigint> {
  const since = new Date(clock.now().getTime() - freeSpanMs)
  const [row] = await sql<{ usdMinor: bigint }>`
    select coalesce(sum(free_usd_minor), 0)::int8 as "usdMinor" from bills
    where customer_id = ${customerId} and free_usd_minor > 0 and created_at > ${since}`
  return row?.usdMinor ?? 0n
}
