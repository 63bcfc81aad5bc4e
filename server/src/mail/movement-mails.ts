import { type CurrencyCode, currencies, decodeSymbol, toMoney } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Mailer } from './mailer.ts'
import { movementDigestMail, movementMail } from './notices.ts'
import { readersOf } from './security-mails.ts'

/** So many movements an hour are mailed one by one; the rest of the hour comes together. */
const perHour = 10

type Post = { clock: Clock; mailer: Mailer }

export type Alert = {
  customerId: bigint
  /** The ledger's id of the account that has moved. */
  accountId: bigint
  title: string
  body: string
  amountMinor: bigint
}

/**
 * Mails movements, each to whoever reads of a changed password too: a thief who changes the address
 * hides none. Who is paid cent by cent is mailed no thousand times: past the first few of an hour they
 * are gathered, in the caller's transaction, by account and title.
 */
export async function mailMovements(
  { clock, mailer }: Post,
  sql: Sql,
  alerts: readonly Alert[],
): Promise<void> {
  if (alerts.length === 0) return
  const now = clock.now()
  const customerIds = [...new Set(alerts.map(({ customerId }) => customerId))]
  const readers = Map.groupBy(
    await readersOf(sql, customerIds, { now }),
    ({ customerId }) => customerId,
  )
  const read = alerts.filter(({ customerId }) => readers.has(customerId))
  if (read.length === 0) return
  const hours = await countMovements(sql, read, now)
  const gathered: (Alert & { dueAt: Date })[] = []
  const told = read.filter((alert) => {
    const hour = hours.get(alert.customerId)
    if (!hour || hour.left > 0) {
      if (hour) hour.left -= 1
      return true
    }
    gathered.push({ ...alert, dueAt: hour.ends })
    return false
  })
  await mailer.queueAll(
    sql,
    told.flatMap(({ customerId, title, body }) =>
      (readers.get(customerId) ?? []).map((reader) => movementMail(reader, title, body)),
    ),
  )
  await gather(sql, gathered)
}

type Hour = { left: number; ends: Date }

/** Counts these, and answers how many of them may still be mailed one by one, and when the hour is over. */
async function countMovements(
  sql: Sql,
  alerts: readonly Alert[],
  now: Date,
): Promise<Map<bigint, Hour>> {
  const ends = new Date(now.getTime() + 3_600_000)
  const rows = await sql<{ customerId: bigint; movements: number; now: number; ends: Date }>`
    with these as materialized (
      select customer, count(*)::int4 as movements
      from unnest(${alerts.map(({ customerId }) => customerId)}::int8[]) customer group by 1),
    counted as (
      insert into movement_mails as m (customer_id, hour_ends, movements)
      select customer, ${ends}::timestamptz, movements from these order by customer
      on conflict (customer_id) do update set
        movements = excluded.movements
          + case when m.hour_ends <= ${now}::timestamptz then 0 else m.movements end,
        hour_ends = case when m.hour_ends <= ${now}::timestamptz
          then excluded.hour_ends else m.hour_ends end
      returning customer_id, movements, hour_ends)
    select c.customer_id as "customerId", c.movements, t.movements as now, c.hour_ends as ends
    from counted c join these t on t.customer = c.customer_id`
  return new Map(
    rows.map((row) => [
      row.customerId,
      { left: perHour - (row.movements - row.now), ends: row.ends },
    ]),
  )
}

async function gather(sql: Sql, alerts: readonly (Alert & { dueAt: Date })[]): Promise<void> {
  if (alerts.length === 0) return
  await sql`
    insert into movement_digests as d (customer_id, account_id, title, due_at, times, sum_minor)
    select customer, account, title, min(due_at), count(*)::int4, sum(amount)::int8
    from unnest(${alerts.map(({ customerId }) => customerId)}::int8[],
      ${alerts.map(({ accountId }) => accountId)}::int8[],
      ${alerts.map(({ title }) => title)}::text[],
      ${alerts.map(({ dueAt }) => dueAt)}::timestamptz[],
      ${alerts.map(({ amountMinor }) => amountMinor)}::int8[])
      as u(customer, account, title, due_at, amount)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (customer_id, account_id, title) do update set
      times = d.times + excluded.times, sum_minor = d.sum_minor + excluded.sum_minor`
}

type Gathered = {
  customerId: bigint
  account: string
  currency: CurrencyCode
  title: string
  times: number
  sumMinor: bigint
}

/** Mails what was gathered in an hour that is over; answers to how many customers. */
export async function sendMovementDigests({
  db,
  clock,
  mailer,
}: Post & { db: { transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> } }): Promise<number> {
  return db.transaction(async (sql) => {
    const now = clock.now()
    // Row locks, and rows that another process has taken are left to it: each is mailed once.
    const rows = await sql<Gathered>`
      with due as materialized (
        select customer_id, account_id, title from movement_digests where due_at <= ${now}
        for update skip locked),
      taken as (
        delete from movement_digests d using due
        where d.customer_id = due.customer_id and d.account_id = due.account_id
          and d.title = due.title
        returning d.*)
      select t.customer_id as "customerId", a.name || ' (' || a.number || ')' as account,
        l.currency, t.title, t.times, t.sum_minor as "sumMinor"
      from taken t join accounts a on a.account_id = t.account_id
      join ledger_accounts l on l.id = t.account_id
      join customers c on c.id = t.customer_id and c.email_alerts
      order by t.customer_id, t.account_id, t.title`
    await sql`
      with over as materialized (
        select customer_id from movement_mails where hour_ends <= ${now} for update skip locked)
      delete from movement_mails m using over where m.customer_id = over.customer_id`
    const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId)
    const readers = await readersOf(sql, [...byCustomer.keys()], { now })
    await mailer.queueAll(
      sql,
      readers.map((reader) =>
        movementDigestMail(reader, (byCustomer.get(reader.customerId) ?? []).map(lineOf)),
      ),
    )
    return byCustomer.size
  })
}

function lineOf({ account, currency, title, times, sumMinor }: Gathered): string {
  const sum = toMoney(sumMinor, decodeSymbol(currencies[currency].symbol))
  return `${account}: ${title}, ${times === 1 ? sum : `${times} times, ${sum} together`}`
}
