import { type CurrencyCode, messages, type Rhythm, type Schedule, uuid } from '@passbook/contract'
import { part, type Sql, type SqlPart } from '#db/db.ts'
import { Failure } from '#kernel/failure.ts'
import type { LineDetails } from '#ledger/ledger.ts'

/** More than anybody needs, and less than a careless script would leave behind. */
export const openOrdersMax = 200

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
  /** Why the bank has ended it. */
  endReason: string | null
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
export async function readOrders(
  sql: Sql,
  customerId: bigint,
  only: SqlPart = part``,
): Promise<OrderRow[]> {
  return sql<OrderRow>`
    select o.id, o.public_id as "publicId", o.kind, o.account_id as "accountId",
      l.public_id as "accountPublicId", a.number as "accountNumber", a.name as "accountName",
      l.currency, l.balance_minor - l.held_minor as "availableMinor",
      o.to_account_id as "toAccountId", o.pot_id as "potId",
      ${nameNow} as "nameNow", o.line, o.amount_minor as "amountMinor", o.above, o.every,
      o.first_on as "firstOn", o.until_on as until, o.times, o.state, o.end_reason as "endReason",
      d.due_on as "dueOn", d.last_error as "lastError"
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

/** With a date behind it, the idempotency key of that date's payment. */
export const dueKeyOf = ({ publicId }: Pick<OrderRow, 'publicId'>): string => `order:${publicId}:`
