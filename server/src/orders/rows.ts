import {
  type CurrencyCode,
  type DueEntry,
  dueDates,
  messages,
  type Rhythm,
  type Schedule,
  type StandingEntry,
  uuid,
} from '@passbook/contract'
import { part, type Sql, type SqlPart } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import type { LineDetails } from '#ledger/ledger.ts'

/** More than anybody needs, and less than a careless script would leave behind. */
export const openOrdersMax = 200
const historyMax = 60

export type OrderRow = {
  id: bigint
  publicId: string
  kind: string
  accountId: bigint
  accountPublicId: string
  accountNumber: string
  accountName: string
  currency: CurrencyCode
  availableMinor: bigint
  toAccountId: bigint | null
  potId: bigint | null
  /** What a pot or an own account is called today. */
  nameNow: string | null
  line: LineDetails
  amountMinor: bigint
  above: boolean
  every: Rhythm
  firstOn: string
  until: string | null
  times: number | null
  state: 'active' | 'paused' | 'done' | 'ended'
  /** The date that waits; null where the order is over. */
  dueOn: string | null
  lastError: string | null
}

/** What a pot or an own account is called today; null for everybody else. `o` is the order. */
export const nameNow = part`coalesce((select name from pots where id = o.pot_id),
  case when o.kind = 'own' then (select name from accounts where account_id = o.to_account_id) end)`

export const scheduleOf = ({ every, firstOn, until, times }: Schedule): Schedule => ({
  every,
  firstOn,
  until,
  times,
})

/**
 * A customer's standing orders, bills apart: what goes on first, by its next date, then what is over,
 * the newest first.
 */
async function readOrders(
  sql: Sql,
  customerId: bigint,
  only: SqlPart = part``,
): Promise<OrderRow[]> {
  return sql<OrderRow>`
    select o.id, o.public_id as "publicId", o.kind, o.account_id as "accountId",
      l.public_id as "accountPublicId", a.number as "accountNumber", a.name as "accountName",
      l.currency, l.balance_minor - l.held_minor as "availableMinor",
      o.to_account_id as "toAccountId", o.pot_id as "potId",
      ${nameNow} as "nameNow", o.line, o.amount_minor as "amountMinor", o.above, o.every, o.first_on as "firstOn", o.until_on as until, o.times, o.state, d.due_on as "dueOn",
      d.last_error as "lastError"
    from orders o join ledger_accounts l on l.id = o.account_id
      join accounts a on a.account_id = o.account_id
      left join orders_due d on d.order_id = o.id and d.state in ('waiting', 'paused')
    where o.customer_id = ${customerId} and o.kind <> 'bill' ${only}
    order by d.due_on is null, d.due_on, o.id desc
    limit ${openOrdersMax * 2}`
}

/** One of the customer's orders. Another's and an unknown one are the same. */
export async function readOrder(sql: Sql, customerId: bigint, publicId: string): Promise<OrderRow> {
  const [order] = uuid.test(publicId)
    ? await readOrders(sql, customerId, part`and o.public_id = ${publicId}`)
    : []
  if (!order) throw new Failure('not_yours', messages.orderUnknown)
  return order
}

/** Dates that passed while it rested are left out: they are never paid. */
export function showOrder(order: OrderRow, { day }: { day: string }): StandingEntry {
  const { line, dueOn, amountMinor, above } = order
  const from = order.state === 'paused' && dueOn !== null && dueOn < day ? day : dueOn
  return {
    Id: order.publicId,
    Kind: order.kind,
    Name: order.nameNow ?? line.name ?? '',
    Number: line.accountNumber ?? '',
    Bank: line.bank ?? '',
    Amount: amountMinor,
    Above: above,
    Description: line.description ?? '',
    Every: order.every,
    First: order.firstOn,
    Until: order.until,
    Times: order.times,
    State: order.state,
    Dates: from === null ? [] : dueDates(scheduleOf(order), { from, count: 3 }),
    Short: order.state === 'active' && isShort(order),
    LastError: order.lastError,
    Account: {
      Id: order.accountPublicId,
      Number: order.accountNumber,
      Name: order.accountName,
      Currency: { Code: order.currency },
    },
  }
}

/** Whether what is there now will not do. What lies above an amount may be nothing. */
export const isShort = ({
  above,
  availableMinor,
  amountMinor,
}: Pick<OrderRow, 'above' | 'availableMinor' | 'amountMinor'>): boolean =>
  !above && availableMinor < amountMinor

export async function ordersOf(bank: Bank, customerId: bigint): Promise<StandingEntry[]> {
  const orders = await readOrders(bank.db.sql, customerId)
  return orders.map((order) => showOrder(order, momentOf(bank)))
}

type DueRow = {
  dueOn: string
  state: string
  reason: string | null
  transactionId: string | null
  amountMinor: bigint | null
  lineState: string | null
  failureReason: string | null
}

/** With a date behind it, the idempotency key of that date's payment. */
export const dueKeyOf = ({ publicId }: Pick<OrderRow, 'publicId'>): string => `order:${publicId}:`

/** An order with its dates that are over. What went into a pot has no statement line, but a move. */
export async function orderOf(
  bank: Bank,
  customerId: bigint,
  publicId: string,
): Promise<StandingEntry & { History: DueEntry[] }> {
  const { sql } = bank.db
  const order = await readOrder(sql, customerId, publicId)
  const rows = await sql<DueRow>`
    select d.due_on as "dueOn", d.state, d.last_error as reason,
      d.transaction_id as "transactionId",
      coalesce(t.amount_minor, m.amount_minor) as "amountMinor", t.state as "lineState",
      t.failure_reason as "failureReason"
    from orders_due d
      left join transactions t on t.account_id = d.account_id and t.line = d.line
      left join pot_moves m on m.owner_id = ${customerId} and m.kind = 'order'
        and m.once_key = ${dueKeyOf(order)} || to_char(d.due_on, 'YYYY-MM-DD')
    where d.order_id = ${order.id} and d.state not in ('waiting', 'paused')
    order by d.due_on desc limit ${historyMax}`
  return { ...showOrder(order, momentOf(bank)), History: rows.map(showDue) }
}

/** What was held on its date may still be under way, or have been refused since. */
function showDue({ dueOn, state, reason, transactionId, amountMinor, ...line }: DueRow): DueEntry {
  const { lineState, failureReason } = line
  return {
    Date: dueOn,
    State: state === 'paid' && lineState !== null && lineState !== 'completed' ? lineState : state,
    Amount: amountMinor,
    Transaction: transactionId,
    Reason: reason ?? failureReason,
  }
}
