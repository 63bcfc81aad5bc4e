import type { CurrencyCode } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { noticeDays } from '#due/due.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import type { Money, PlannedAccount } from './plans.ts'
import { play } from './play.ts'
import { plansOf } from './read-plans.ts'

/** A date of a bill or a standing order, by the order's name on the wire. */
export type OrderDate = { publicId: string; dueOn: string }

export const dateName = ({ publicId, dueOn }: OrderDate): string => `${publicId} ${dueOn}`

type Held = PlannedAccount & { availableMinor: bigint; currency: CurrencyCode }

/**
 * The dates of the next two days for which the money will not do, and how much is missing on each. All
 * bills, standing orders and instalments of these customers are played in the order in which they will
 * be tried, as the forecast does: of two that each find enough today, the second may find too little.
 */
export async function shortDates(
  bank: Pick<Bank, 'clock' | 'config'>,
  sql: Sql,
  customerIds: readonly bigint[],
): Promise<Map<string, bigint>> {
  const { at: now, day } = momentOf(bank)
  const until = dayAfter(day, noticeDays)
  const accounts = await sql<Held>`
    select a.account_id as id, a.name, l.currency, l.balance_minor - l.held_minor as "availableMinor"
    from accounts a join ledger_accounts l on l.id = a.account_id
    where a.owner_id = any(${customerIds}::int8[]) and l.closed_at is null`
  const plans = await plansOf(bank, sql, { customerIds, accounts, last: until })
  const money: Money = new Map(accounts.map((account) => [account.id, account]))
  const short = new Map<string, bigint>()
  for (const { id, on, missingMinor } of play({ money, plans, now, until }, bank.config)) {
    if (id !== null && missingMinor !== undefined) {
      short.set(dateName({ publicId: id, dueOn: on }), missingMinor)
    }
  }
  return short
}
