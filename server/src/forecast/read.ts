import type { LoanStanding, Schedule } from '@passbook/contract'
import type { OwnAccount } from '#accounts/accounts.ts'
import { part, type Sql, type SqlPart } from '#db/db.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { monthsOf } from '#loans/loan-rows.ts'
import { kindRefusal } from '#orders/effects.ts'
import { scheduleOf } from '#orders/rows.ts'
import { type Credit, payDays } from './pay-day.ts'
import type { BillPlan, LoanPlan, OrderPlan, Plan } from './plans.ts'
import { usualDays } from './series.ts'

// Each of these reads what one customer has, by its keys, and no more of it than these many rows.
const plansMax = 400
const holdsMax = 200
const creditLinesMax = 3_000

type Clocked = Pick<Bank, 'clock' | 'config'>

/** Whose plans, in which open accounts, and to which day. */
type Asked = { customerId: bigint; accounts: readonly OwnAccount[]; last: string }

/** Everything of a customer that pays by itself, and the loan that is paid by hand. */
export async function plansOf(bank: Clocked, sql: Sql, asked: Asked): Promise<Plan[]> {
  return [
    ...(await billPlans(sql, asked)),
    ...(await orderPlans(bank, sql, asked)),
    ...(await loanPlans(bank, sql, asked)),
  ]
}

async function billPlans(sql: Sql, { customerId, last }: Asked): Promise<BillPlan[]> {
  type Row = Omit<BillPlan, 'kind'>
  const rows = await sql<Row>`
    select o.id as key, o.public_id as id, o.account_id as "accountId", o.line->>'name' as text,
      o.every = 'monthly' as recurring, o.amount_minor as "amountMinor", o.first_on as "firstOn",
      d.due_on as "dueOn", d.tries, d.next_try_at as "nextAt"
    from orders o join orders_due d on d.order_id = o.id and d.state = 'waiting'
    where o.customer_id = ${customerId} and o.kind = 'bill' and o.state = 'active'
      and d.due_on <= ${last}
    order by d.due_on, o.id limit ${plansMax}`
  return rows.map((row) => ({ ...row, kind: 'bill' }))
}

type OrderRow = Schedule &
  Omit<OrderPlan, 'kind' | 'schedule' | 'to' | 'refusedAt'> & {
    orderKind: string
    toAccountId: bigint | null
    toClosed: boolean
    cryptoPayment: boolean
    cardExpiry: string | null
  }

async function orderPlans(
  { config }: Clocked,
  sql: Sql,
  { customerId, accounts, last }: Asked,
): Promise<OrderPlan[]> {
  const rows = await sql<OrderRow>`
    select o.id as key, o.public_id as id, o.account_id as "accountId", o.kind as "orderKind",
      coalesce(o.line->>'name', '') as text, o.to_account_id as "toAccountId",
      o.amount_minor as "amountMinor", o.above, o.every, o.first_on as "firstOn",
      o.until_on as until, o.times, o.card_expiry as "cardExpiry", d.due_on as "dueOn", d.tries,
      d.tried_on as "triedOn", d.next_try_at as "nextAt", c.crypto_payment as "cryptoPayment",
      coalesce(t.closed_at is not null, false) as "toClosed"
    from orders o join orders_due d on d.order_id = o.id and d.state = 'waiting'
      join customers c on c.id = o.customer_id
      left join ledger_accounts t on t.id = o.to_account_id
    where o.customer_id = ${customerId} and o.kind <> 'bill' and o.state = 'active'
      and d.due_on <= ${last}
    order by d.due_on, o.id limit ${plansMax}`
  // From or to an account that is gone nothing is paid any more.
  return rows.flatMap(({ toClosed, ...row }) => (toClosed ? [] : [orderPlan(row)]))

  function orderPlan({ orderKind, toAccountId, cryptoPayment, cardExpiry, ...row }: OpenOrder) {
    const { every, firstOn, until, times, text, ...plan } = row
    const of = (id: bigint | null) => accounts.find((account) => account.id === id)
    const to = of(toAccountId)
    const due = { kind: orderKind, cryptoPayment, cardExpiry }
    return {
      ...plan,
      kind: 'order' as const,
      schedule: scheduleOf({ every, firstOn, until, times }),
      text: to?.name ?? text,
      to: to ? { accountId: to.id, text: of(row.accountId)?.name ?? '' } : null,
      refusedAt: (at: Date) => kindRefusal({ config }, due, at) !== undefined,
    }
  }
}
type OpenOrder = Omit<OrderRow, 'toClosed'>

type LoanRow = Omit<LoanStanding, 'today' | 'months'> & {
  key: bigint
  id: string
  accountId: bigint
  autoAccountId: bigint | null
  autoMinor: bigint | null
  autoTryAt: Date | null
  tries: number
}

async function loanPlans(bank: Clocked, sql: Sql, { customerId }: Asked): Promise<LoanPlan[]> {
  const [row] = await sql<LoanRow>`
    select n.id as key, n.public_id as id, n.account_id as "accountId",
      n.principal_minor as "principalMinor", -l.balance_minor as "owedMinor",
      n.extra_minor as "extraMinor", n.rate_bps as "rateBps", n.auto_account_id as "autoAccountId",
      n.auto_minor as "autoMinor", n.auto_try_at as "autoTryAt", n.auto_tries as tries
    from loans n join ledger_accounts l on l.id = n.ledger_id
    where n.customer_id = ${customerId} and n.state = 'active'`
  if (!row) return []
  const { at, day: today } = momentOf(bank)
  const { key, id, tries, principalMinor, owedMinor, extraMinor, rateBps } = row
  const months = await monthsOf(bank, sql, [key])
  const standing = { principalMinor, owedMinor, extraMinor, rateBps, today, months }
  const common = { kind: 'instalment' as const, key, id, tries, standing, text: 'Quick loan' }
  const { autoAccountId, autoMinor, autoTryAt } = row
  if (autoAccountId === null || autoMinor === null) {
    return [{ ...common, accountId: row.accountId, autoMinor: null, nextAt: at, tries: 0 }]
  }
  if (autoTryAt === null) return []
  return [{ ...common, accountId: autoAccountId, autoMinor, nextAt: autoTryAt }]
}

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
