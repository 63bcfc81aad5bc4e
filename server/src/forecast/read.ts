import { part, type Sql, type SqlPart } from '#db/db.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { plansMax } from '#orders/read-plans.ts'
import { type Credit, payDays } from './pay-day.ts'
import { usualDays } from './series.ts'

// Each of these reads what one customer has, by its keys, and no more of it than these many rows.
const holdsMax = 200
const creditLinesMax = 3_000

export type Hold = { id: string; text: string; amountMinor: bigint }

/** What is reserved in some accounts, the newest first. */
export async function holdsOf(sql: Sql, accountIds: readonly bigint[]): Promise<Hold[]> {
  return sql<Hold>`
    select id, name as text, amount_minor as "amountMinor" from transactions
    where account_id = any(${accountIds}::int8[]) and state = 'pending' and hold_id is not null
    order by created_at desc, id limit ${holdsMax}`
}

/** What was spent on each of the last days, without what paid itself and will again. */
export async function spentOf(
  sql: Sql,
  { customerId, accountIds, today }: Past,
): Promise<Map<string, bigint>> {
  const from = dayAfter(today, -usualDays)
  const days = await sql<{ day: string; spentMinor: bigint }>`
    select day, sum(spend_minor)::int8 as "spentMinor" from ledger_days
    where account_id = any(${accountIds}::int8[]) and day >= ${from} and day < ${today}
    group by day`
  const spent = new Map(days.map(({ day, spentMinor }) => [day, spentMinor]))
  if (spent.size === 0) return spent
  const scheduled = await sql<{ day: string; paidMinor: bigint }>`
    select t.day, sum(t.amount_minor)::int8 as "paidMinor"
    from (${paidByItself(customerId, from)}) paid
      join transactions t on t.account_id = paid.account_id and t.line = paid.line
    where t.account_id = any(${accountIds}::int8[]) and t.day >= ${from} and t.day < ${today}
      and t.type = 'debit' and t.state = 'completed' and not t.own_account
    group by t.day`
  for (const { day, paidMinor } of scheduled) spent.set(day, (spent.get(day) ?? 0n) - paidMinor)
  return spent
}

type Past = { customerId: bigint; accountIds: readonly bigint[]; today: string }

/** The lines of bills, standing orders and instalments since a day: they are in the plans. */
const paidByItself = (customerId: bigint, from: string): SqlPart => part`
  select d.account_id, d.line
  from (select id from orders where customer_id = ${customerId}
    order by state in ('active', 'paused') desc, id desc limit ${plansMax * 2}) o
    join orders_due d on d.order_id = o.id
  where d.state = 'paid' and d.due_on >= ${from}
  union all
  select p.account_id, p.line
  from loans n join loan_payments p on p.loan_id = n.id
  where n.customer_id = ${customerId} and p.paid_at >= ${from}::date`

/** What others paid into some accounts lately, by payer and day. */
export async function creditsOf(
  sql: Sql,
  accountIds: readonly bigint[],
  today: string,
): Promise<Credit[]> {
  return sql<Credit>`
    with ranged as materialized (
      select account_id, min(first_line) as first, max(first_line + lines - 1) as last
      from ledger_days
      where account_id = any(${accountIds}::int8[]) and day > ${dayAfter(today, -payDays)}
      group by account_id)
    select t.account_id as "accountId", t.name || ' ' || t.account_number as payer,
      min(t.name) as name, t.day as on, sum(t.amount_minor)::int8 as "amountMinor"
    from ranged r cross join lateral (
      select * from transactions
      where account_id = r.account_id
        and line between greatest(r.first, r.last - ${creditLinesMax}::int8 + 1) and r.last
        and type = 'credit' and state = 'completed' and not own_account and purpose <> 'loan') t
    group by t.account_id, payer, t.day order by t.day`
}

/** What is kept back of some accounts. */
export async function buffersOf(
  sql: Sql,
  accountIds: readonly bigint[],
): Promise<{ accountId: bigint; bufferMinor: bigint }[]> {
  return sql`
    select account_id as "accountId", buffer_minor as "bufferMinor" from forecast_buffers
    where account_id = any(${accountIds}::int8[])`
}
