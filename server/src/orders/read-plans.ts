import type { LoanStanding, Schedule } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { monthsOf } from '#loans/loan-rows.ts'
import { kindRefusal } from './effects.ts'
import type { BillPlan, LoanPlan, OrderPlan, Plan, PlannedAccount } from './plans.ts'
import { scheduleOf } from './rows.ts'

/** More than one customer can have: open orders and bills are limited. */
export const plansMax = 400

type Clocked = Pick<Bank, 'clock' | 'config'>

/** Whose plans, in which open accounts of theirs, and to which day. */
type Asked = {
  customerIds: readonly bigint[]
  accounts: readonly PlannedAccount[]
  last: string
}

/** Everything of some customers that pays by itself, and the loans that are paid by hand. */
export async function plansOf(bank: Clocked, sql: Sql, asked: Asked): Promise<Plan[]> {
  return [
    ...(await billPlans(sql, asked)),
    ...(await orderPlans(bank, sql, asked)),
    ...(await loanPlans(bank, sql, asked)),
  ]
}

async function billPlans(sql: Sql, { customerIds, last }: Asked): Promise<BillPlan[]> {
  type Row = Omit<BillPlan, 'kind'>
  const rows = await sql<Row>`
    select o.id as key, o.public_id as id, o.account_id as "accountId", o.line->>'name' as text,
      o.every = 'monthly' as recurring, o.amount_minor as "amountMinor", o.first_on as "firstOn",
      d.due_on as "dueOn", d.tries, d.next_try_at as "nextAt"
    from orders o join orders_due d on d.order_id = o.id and d.state = 'waiting'
    where o.customer_id = any(${customerIds}::int8[]) and o.kind = 'bill' and o.state = 'active'
      and d.due_on <= ${last}
    order by d.due_on, o.id limit ${plansMax * customerIds.length}`
  return rows.map((row) => ({ ...row, kind: 'bill' }))
}

type OrderRow = Schedule &
  Omit<OrderPlan, 'kind' | 'schedule' | 'to' | 'refusedAt'> & {
    orderKind: string
    toAccountId: bigint | null
    toClosed: boolean
    toOwn: boolean
    cryptoPayment: boolean
    cardExpiry: string | null
  }

async function orderPlans(
  { config }: Clocked,
  sql: Sql,
  { customerIds, accounts, last }: Asked,
): Promise<OrderPlan[]> {
  const rows = await sql<OrderRow>`
    select o.id as key, o.public_id as id, o.account_id as "accountId", o.kind as "orderKind",
      coalesce(o.line->>'name', '') as text, o.to_account_id as "toAccountId",
      o.amount_minor as "amountMinor", o.above, o.every, o.first_on as "firstOn",
      o.until_on as until, o.times, o.card_expiry as "cardExpiry", d.due_on as "dueOn", d.tries,
      d.tried_on as "triedOn", d.next_try_at as "nextAt", c.crypto_payment as "cryptoPayment",
      coalesce(t.closed_at is not null, false) as "toClosed",
      coalesce(t.owner_id = o.customer_id, false) as "toOwn"
    from orders o join orders_due d on d.order_id = o.id and d.state = 'waiting'
      join customers c on c.id = o.customer_id
      left join ledger_accounts t on t.id = o.to_account_id
    where o.customer_id = any(${customerIds}::int8[]) and o.kind <> 'bill' and o.state = 'active'
      and d.due_on <= ${last}
    order by d.due_on, o.id limit ${plansMax * customerIds.length}`
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const of = (id: bigint | null) => (id === null ? undefined : byId.get(id))
  // From or to an account that is gone nothing is paid any more.
  return rows.flatMap(({ toClosed, ...row }) => (toClosed ? [] : [orderPlan(row)]))

  function orderPlan({ orderKind, cryptoPayment, cardExpiry, ...row }: OpenOrder): OrderPlan {
    const { every, firstOn, until, times, text, toAccountId, toOwn, ...plan } = row
    const to = toOwn ? of(toAccountId) : undefined
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

async function loanPlans(bank: Clocked, sql: Sql, { customerIds }: Asked): Promise<LoanPlan[]> {
  const rows = await sql<LoanRow>`
    select n.id as key, n.public_id as id, n.account_id as "accountId",
      n.principal_minor as "principalMinor", -l.balance_minor as "owedMinor",
      n.extra_minor as "extraMinor", n.rate_bps as "rateBps", n.auto_account_id as "autoAccountId",
      n.auto_minor as "autoMinor", n.auto_try_at as "autoTryAt", n.auto_tries as tries
    from loans n join ledger_accounts l on l.id = n.ledger_id
    where n.customer_id = any(${customerIds}::int8[]) and n.state = 'active'`
  if (rows.length === 0) return []
  const { at, day: today } = momentOf(bank)
  const keys = rows.map(({ key }) => key)
  const monthsBy = Map.groupBy(await monthsOf(bank, sql, keys), ({ loanId }) => loanId)
  return rows.flatMap((row): LoanPlan[] => {
    const { key, id, tries, principalMinor, owedMinor, extraMinor, rateBps } = row
    const months = monthsBy.get(key) ?? []
    const standing = { principalMinor, owedMinor, extraMinor, rateBps, today, months }
    const common = { kind: 'instalment' as const, key, id, tries, standing, text: 'Quick loan' }
    const { autoAccountId, autoMinor, autoTryAt } = row
    if (autoAccountId === null || autoMinor === null) {
      return [{ ...common, accountId: row.accountId, autoMinor: null, nextAt: at, tries: 0 }]
    }
    if (autoTryAt === null) return []
    return [{ ...common, accountId: autoAccountId, autoMinor, nextAt: autoTryAt }]
  })
}
