import { dayIn, hourIn, monthsAfter } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { payOnly } from '#interest/pay.ts'
import { clockAt } from '#kernel/clock.ts'
import type { Bank } from '#kernel/context.ts'
import { type Event, playAll, type Stage } from './year.ts'

/**
 * Plays a year with the interest of its months: each is counted and paid by the bank's own job, as of
 * the first of the month, before what happens on that day.
 */
export async function playWithInterest(
  bank: Bank,
  sql: Sql,
  events: readonly Event[],
  { stages, now }: { stages: readonly Stage[]; now: Date },
): Promise<void> {
  const { config } = bank
  const dayOf = (at: Date) => dayIn(at, config.bankZone)
  const only = stages.map(({ id }) => id)
  const pay = (at: Date) => payOnly({ config, clock: clockAt(at) }, sql, { only })
  const start = `${dayOf(events[0]?.at ?? now).slice(0, 7)}-01`
  let left = [...events]
  for (let months = 1; ; months += 1) {
    const first = hourIn(monthsAfter(start, months), 1, config.bankZone)
    if (first > now) break
    await playAll(
      bank,
      sql,
      left.filter(({ at }) => at < first),
      dayOf,
    )
    left = left.filter(({ at }) => at >= first)
    await pay(first)
  }
  await playAll(bank, sql, left, dayOf)
  await pay(now)
}
