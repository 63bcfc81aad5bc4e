import { dueAfter, hourIn, type Schedule } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { bankDaysAfter } from '#kernel/calendar.ts'
import type { Config } from '#kernel/config.ts'
import type { PostedLine } from '#ledger/ledger.ts'

/** How many days ahead the customer is told of a date. */
export const noticeDays = 2

type NewDue = { orderId: bigint; dueOn: string; toldAt?: Date | null; paused?: boolean }

/** Writes dates that wait. A date that an order had already is an error: it happens once. */
export async function addDue(sql: Sql, dates: readonly NewDue[], now: Date): Promise<void> {
  if (dates.length === 0) return
  await sql`
    insert into orders_due(order_id, due_on, state, next_try_at, told_at)
    select u.id, u.due_on, case when u.paused then 'paused' else 'waiting' end, ${now}, u.told_at
    from unnest(${dates.map(({ orderId }) => orderId)}::int8[],
      ${dates.map(({ dueOn }) => dueOn)}::date[],
      ${dates.map(({ toldAt }) => toldAt ?? null)}::timestamptz[],
      ${dates.map(({ paused }) => paused ?? false)}::boolean[]) u(id, due_on, told_at, paused)`
}

/** Keeps what an order has counted already, so that a date of that day is not counted again. */
export async function noteCounted(
  sql: Sql,
  orderId: bigint,
  { on, usdMinor }: { on: string; usdMinor: bigint },
): Promise<void> {
  await sql`
    update orders set counted_on = ${on},
      counted_usd_minor = ${usdMinor}
        + case when counted_on = ${on} then counted_usd_minor else 0 end
    where id = ${orderId}`
}

/**
 * Takes off what dates have used up of what their orders had counted: a later date of the same real
 * day, as a demonstration passes several in, is counted by itself.
 */
export async function takeOffCounted(
  sql: Sql,
  paid: readonly { orderId: bigint; usdMinor: bigint }[],
): Promise<void> {
  if (paid.length === 0) return
  await sql`
    update orders o set counted_usd_minor = greatest(o.counted_usd_minor - u.usd, 0)
    from unnest(${paid.map(({ orderId }) => orderId)}::int8[],
      ${paid.map(({ usdMinor }) => usdMinor)}::int8[]) u(id, usd)
    where o.id = u.id`
}

/** A date that is over, and how. */
export type Ended = {
  orderId: bigint
  dueOn: string
  schedule: Schedule
  state: 'paid' | 'failed' | 'skipped' | 'nothing'
  line?: PostedLine | undefined
  error?: string | undefined
  /** No later date can come, whatever the schedule says. */
  isLast?: boolean
  paused?: boolean
}

/**
 * Ends dates, each once for ever, and turns to the next of each order; one that has none is done. A
 * date keeps the approval that it was paid by: a later change of the order brings another.
 */
export async function endDue(sql: Sql, ended: readonly Ended[], now: Date): Promise<void> {
  if (ended.length === 0) return
  const lines = ended.map(({ line }) => line)
  const over = await sql`
    update orders_due d set state = u.state, last_error = u.error, stuck = 0,
      transaction_id = u.transaction, account_id = u.account, line = u.line, approval = o.approval
    from unnest(${ended.map(({ orderId }) => orderId)}::int8[],
      ${ended.map(({ dueOn }) => dueOn)}::date[], ${ended.map(({ state }) => state)}::text[],
      ${ended.map(({ error }) => error ?? null)}::text[],
      ${lines.map((line) => line?.id ?? null)}::uuid[],
      ${lines.map((line) => line?.accountId ?? null)}::int8[],
      ${lines.map((line) => line?.line ?? null)}::int8[])
      u(id, due_on, state, error, transaction, account, line)
      join orders o on o.id = u.id
    where d.order_id = u.id and d.due_on = u.due_on and d.state in ('waiting', 'paused')
    returning 1`
  // The next date of an order that was ended meanwhile would be paid for ever.
  if (over.length !== ended.length) throw new Error('a date that is to end is gone or over')
  const next = ended.map((one) => (one.isLast ? null : dueAfter(one.schedule, one.dueOn)))
  const later = ended.flatMap(({ orderId, paused }, index) => {
    const dueOn = next[index]
    return dueOn ? [{ orderId, dueOn, paused: paused ?? false }] : []
  })
  await addDue(sql, later, now)
  const done = ended.flatMap(({ orderId }, index) => (next[index] ? [] : [orderId]))
  if (done.length > 0) await sql`update orders set state = 'done' where id = any(${done}::int8[])`
}

/**
 * When a date is tried again that could not be paid: at the hours that are set, on the day of its
 * first try and then on so many bank days; null where all of them are over.
 */
export function nextTry(
  { now, triedOn }: { now: Date; triedOn: string },
  settings: TrySettings,
): Date | null {
  return triesAfter(triedOn, settings).find((at) => at > now) ?? null
}

/** The moments of all tries of a date that was first tried on a day, without that first one. */
export function triesAfter(
  triedOn: string,
  { orderTryHours, orderTryDays, bankZone }: TrySettings,
): Date[] {
  return [triedOn, ...bankDaysAfter(triedOn, orderTryDays)].flatMap((day) =>
    orderTryHours.map((hour) => hourIn(day, hour, bankZone)),
  )
}

type TrySettings = Pick<Config, 'orderTryHours' | 'orderTryDays' | 'bankZone'>
