import { type DueEntry, dueDates, type StandingEntry } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { noticeDays } from '#due/due.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { dateName, shortDates } from './coming.ts'
import { dueKeyOf, type OrderRow, readOrder, readOrders, scheduleOf } from './rows.ts'

const historyMax = 60

/** Whether the money will not do for the next date of an order. */
type IsShort = (order: OrderRow) => boolean

/**
 * What is due within two days is looked at together, as the notice of it is. A later date is compared
 * with what is there now, since nobody knows what comes in until then.
 */
async function shortness(
  bank: Bank,
  sql: Sql,
  { customerId, orders }: { customerId: bigint; orders: readonly OrderRow[] },
): Promise<IsShort> {
  const { day } = momentOf(bank)
  const last = dayAfter(day, noticeDays)
  const isNear = ({ dueOn }: OrderRow) => dueOn !== null && dueOn > day && dueOn <= last
  const short = orders.some(isNear) ? await shortDates(bank, sql, [customerId]) : new Map()
  return (order) => {
    const { publicId, dueOn, above, availableMinor, amountMinor } = order
    if (order.state !== 'active' || dueOn === null) return false
    if (isNear(order)) return short.has(dateName({ publicId, dueOn }))
    // What lies above an amount may be nothing.
    return !above && availableMinor < amountMinor
  }
}

/** Dates that passed while it rested are left out: they are never paid. */
function showOrder(order: OrderRow, day: string, isShort: IsShort): StandingEntry {
  const { line, state, dueOn, amountMinor, above } = order
  const from = state === 'paused' && dueOn !== null && dueOn < day ? day : dueOn
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
    State: state,
    Dates: from === null ? [] : dueDates(scheduleOf(order), { from, count: 3 }),
    Short: isShort(order),
    // Of an order that rests nothing is tried: its History tells what became of the date.
    LastError: order.endReason ?? (state === 'paused' ? null : order.lastError),
    Account: {
      Id: order.accountPublicId,
      Number: order.accountNumber,
      Name: order.accountName,
      Currency: { Code: order.currency },
    },
  }
}

export async function ordersOf(bank: Bank, customerId: bigint): Promise<StandingEntry[]> {
  const { sql } = bank.db
  const orders = await readOrders(sql, customerId)
  const isShort = await shortness(bank, sql, { customerId, orders })
  const { day } = momentOf(bank)
  return orders.map((order) => showOrder(order, day, isShort))
}

/** One of them as it is now. */
export async function shownOrder(
  bank: Bank,
  customerId: bigint,
  publicId: string,
): Promise<StandingEntry> {
  const { sql } = bank.db
  const order = await readOrder(sql, customerId, publicId)
  const isShort = await shortness(bank, sql, { customerId, orders: [order] })
  return showOrder(order, momentOf(bank).day, isShort)
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

/**
 * An order with its dates that are over, and with the one that was tried in vain before the order was
 * paused. What went into a pot has no statement line, but a move.
 */
export async function orderOf(
  bank: Bank,
  customerId: bigint,
  publicId: string,
): Promise<StandingEntry & { History: DueEntry[] }> {
  const { sql } = bank.db
  const order = await readOrder(sql, customerId, publicId)
  const { day } = momentOf(bank)
  const rows = await sql<DueRow>`
    select d.due_on as "dueOn", d.last_error as reason,
      -- Resumed on its day, the order tries that date again; on a later day it is left out.
      case when d.state <> 'paused' then d.state when d.due_on < ${day} then 'skipped'
        else 'waiting' end as state,
      d.transaction_id as "transactionId",
      coalesce(t.amount_minor, m.amount_minor) as "amountMinor", t.state as "lineState",
      t.failure_reason as "failureReason"
    from orders_due d
      left join transactions t on t.account_id = d.account_id and t.line = d.line
      left join pot_moves m on m.owner_id = ${customerId} and m.kind = 'order'
        and m.once_key = ${dueKeyOf(order)} || to_char(d.due_on, 'YYYY-MM-DD')
    where d.order_id = ${order.id}
      and (d.state not in ('waiting', 'paused') or d.state = 'paused' and d.tries > 0)
    order by d.due_on desc limit ${historyMax}`
  const isShort = await shortness(bank, sql, { customerId, orders: [order] })
  return { ...showOrder(order, day, isShort), History: rows.map(showDue) }
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
