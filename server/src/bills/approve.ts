import { billPayee } from '@passbook/contract'
import { type Approval, approveAction, pinFailure } from '#auth/approval.ts'
import { isFrozen, usdValue } from '#auth/outgoing.ts'
import { isFresh, type SignedIn } from '#auth/sessions.ts'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { refusal } from '#kernel/failure.ts'
import type { Approve } from './bills.ts'

const freeSpanMs = 24 * 3_600_000

/**
 * Makes what approves a bill. One of the bank's own billers needs nothing on a fresh session, and up
 * to a sum within a day otherwise: many small bills are no way past it. What goes to a biller that
 * the customer added always needs the PIN, since anybody can be added.
 */
export function approveBill(bank: Bank, customer: SignedIn, approval: Approval): Approve {
  const { config } = bank
  const { id: customerId } = customer
  return async (sql, { order, account, fixed }) => {
    if (await isFrozen(sql, customerId)) return { refused: refusal('frozen') }
    const usdMinor = usdValue(account.currency, order.amount)
    // No day could have room for it.
    if (usdMinor > config.dailyLimitUsdMinor) return { refused: refusal('daily_limit') }
    const unasked = !config.billApproval || (fixed && isFresh(bank, customer))
    const freeUsdMinor = unasked ? 0n : usdMinor
    const small =
      fixed && usdMinor + (await freeOf(bank, sql, customerId)) <= config.billFreeUsdMinor
    if (unasked || small) {
      // A PIN that is given must be right, also where none is asked for.
      const { pin } = approval
      const refused = pin ? await pinFailure(bank, sql, { customerId, pin }) : undefined
      return refused ? { refused } : { freeUsdMinor }
    }
    if (!approval.pin) return { refused: refusal('approval_required') }
    const { account: sourceAccount, amount: amountMinor } = order
    const bound = { sourceAccount, amountMinor, to: billPayee(order) }
    const refused = await approveAction(bank, sql, { customerId }, { order: bound, approval })
    return refused ? { refused } : { freeUsdMinor: 0n }
  }
}

/** What was saved without an approval within a day, also where it was stopped since. */
async function freeOf({ clock }: Bank, sql: Sql, customerId: bigint): Promise<bigint> {
  const since = new Date(clock.now().getTime() - freeSpanMs)
  const [row] = await sql<{ usdMinor: bigint }>`
    select coalesce(sum(free_usd_minor), 0)::int8 as "usdMinor" from bills
    where customer_id = ${customerId} and free_usd_minor > 0 and created_at > ${since}`
  return row?.usdMinor ?? 0n
}
