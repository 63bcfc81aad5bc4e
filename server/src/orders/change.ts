import {
  changedOrder,
  type changeStanding,
  dueAfter,
  dueDates,
  type Input,
  messages,
  type Schedule,
  type StandingEntry,
} from '@passbook/contract'
import { beginOutgoing, usdValue } from '#auth/outgoing.ts'
import { holdSession, type SignedIn } from '#auth/sessions.ts'
import { json, type Sql } from '#db/db.ts'
import { addDue, endDue, noteCounted } from '#due/due.ts'
import { approvalMoment, type Bank, momentOf } from '#kernel/context.ts'
import { Failure, invalid, refusal } from '#kernel/failure.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { type Approve, approveOrder, unapproved } from './approve.ts'
import { type OrderRow, readOrder, scheduleOf } from './rows.ts'
import { shownOrder } from './show.ts'

type OpenOrder = OrderRow & { dueOn: string }

/**
 * Does something to an order that goes on. The customer is locked, then the date that waits: it is
 * either paid or changed, and who comes second finds what the first has done. A refusal that is
 * returned keeps what was written, such as the count of wrong PINs.
 */
async function withOrder(
  bank: Bank,
  customerId: bigint,
  publicId: string,
  change: (sql: Sql, order: OpenOrder) => Promise<unknown>,
): Promise<StandingEntry> {
  const outcome = await bank.db.transaction(async (sql) => {
    await lockCustomer(sql, customerId)
    const { id } = await readOrder(sql, customerId, publicId)
    await sql`
      select from orders_due where order_id = ${id} and state in ('waiting', 'paused') for update`
    // Read again: a payment that was under way may have ended the date meanwhile.
    const order = await readOrder(sql, customerId, publicId)
    const { dueOn } = order
    if (dueOn === null) throw refusal('order_over')
    return change(sql, { ...order, dueOn })
  })
  if (outcome instanceof Failure) throw outcome
  return shownOrder(bank, customerId, publicId)
}

type Named = { id: string }

/** Leaves out one date: nothing is paid for it, and the order goes on with the next. */
export function skipDate(
  bank: Bank,
  customerId: bigint,
  { id, date }: Named & { date: string },
): Promise<StandingEntry> {
  return withOrder(bank, customerId, id, async (sql, order) => {
    const { at, day } = momentOf(bank)
    const [orderId, schedule] = [order.id, scheduleOf(order)]
    const paused = order.state === 'paused'
    const passed = paused ? datesBefore(order, day) : []
    const last = passed.at(-1)
    if (date !== (last ? dueAfter(schedule, last) : order.dueOn)) throw refusal('order_date_over')
    if (last) {
      await leaveOut(sql, order, passed, at)
      await addDue(sql, [{ orderId, dueOn: date, paused }], at)
    }
    await endDue(sql, [{ orderId, dueOn: date, schedule, state: 'skipped', paused }], at)
  })
}

/** Lets an order rest: its dates pass unpaid until it is resumed. */
export function pauseOrder(bank: Bank, customerId: bigint, { id }: Named): Promise<StandingEntry> {
  return withOrder(bank, customerId, id, async (sql, order) => {
    if (order.state === 'paused') return
    await sql`update orders set state = 'paused' where id = ${order.id}`
    await sql`
      update orders_due set state = 'paused' where order_id = ${order.id} and state = 'waiting'`
  })
}

/**
 * Lets it go on with its first date from today on; those that passed meanwhile are left out. It is
 * allowed anew, so that it ends with all else that a thief has set up, should it have been one.
 */
export function resumeOrder(bank: Bank, customer: SignedIn, { id }: Named): Promise<StandingEntry> {
  const { id: customerId } = customer
  return withOrder(bank, customerId, id, async (sql, order) => {
    await holdSession(bank, sql, customer)
    if (order.state !== 'paused') return undefined
    const { at, day } = momentOf(bank)
    // Nothing is counted: it was when it was ordered, and each date passes every rule on its day.
    const begun = await beginOutgoing(bank, sql, { customerId, usdMinor: 0n, line: order.line })
    if (begun.refused) return begun.refused
    await sql`update orders set state = 'active', changed_at = ${bank.clock.now()} where id = ${order.id}`
    if (order.dueOn >= day) {
      await sql`
        update orders_due set state = 'waiting', next_try_at = ${at}, tries = 0, tried_on = null,
          last_error = null
        where order_id = ${order.id} and state = 'paused'`
      return undefined
    }
    const passed = datesBefore(order, day)
    await leaveOut(sql, order, passed, at)
    const last = passed.at(-1) ?? order.dueOn
    const next = dueAfter(scheduleOf(order), last)
    if (next) await addDue(sql, [{ orderId: order.id, dueOn: next }], at)
    else await sql`update orders set state = 'done' where id = ${order.id}`
    return undefined
  })
}

/** The dates from the one that waits to the day before this one. */
function datesBefore(order: OpenOrder, day: string): string[] {
  const dates: string[] = []
  for (let date: string | null = order.dueOn; date !== null && date < day; ) {
    dates.push(date)
    date = dueAfter(scheduleOf(order), date)
  }
  return dates
}

/** Writes those dates off, of an order that rests. */
async function leaveOut(sql: Sql, order: OpenOrder, passed: string[], at: Date): Promise<void> {
  await sql`
    update orders_due set state = 'skipped' where order_id = ${order.id} and state = 'paused'`
  await sql`
    insert into orders_due(order_id, due_on, state, next_try_at)
    select ${order.id}, date, 'skipped', ${at}
    from unnest(${passed.slice(1)}::date[]) date`
}

/** Ends an order for good; what was paid stays paid. */
export async function endOrder(bank: Bank, customerId: bigint, { id }: Named): Promise<void> {
  await withOrder(bank, customerId, id, (sql, order) => stop(sql, order.id, 'ended'))
}

async function stop(sql: Sql, orderId: bigint, state: 'ended' | 'done'): Promise<void> {
  await sql`delete from orders_due where order_id = ${orderId} and state in ('waiting', 'paused')`
  await sql`update orders set state = ${state} where id = ${orderId}`
}

type Change = Input<typeof changeStanding>

/** Changes amount, end and note. Whatever lets more money go, or for longer, is approved anew. */
export async function changeOrder(
  bank: Bank,
  customer: SignedIn,
  form: Change,
): Promise<StandingEntry> {
  const shown = await readOrder(bank.db.sql, customer.id, form.id)
  const { until, times } = form
  if (until !== null && until < shown.firstOn) throw invalid('until', messages.orderEndInvalid)
  const schedule: Schedule = { ...scheduleOf(shown), until, times }
  const payee = changedOrder(shown.publicId)
  const binding = {
    sourceAccount: shown.accountPublicId,
    currency: shown.currency,
    amountMinor: form.amount,
    above: shown.above,
    schedule,
    codePayees: [payee],
    signedPayee: payee,
  }
  const approve =
    shown.kind === 'pot' ? unapproved : await approveOrder(bank, customer, binding, form)
  return withOrder(bank, customer.id, form.id, (sql, order) =>
    applyChange(bank, sql, { customerId: customer.id, order, form, approve }),
  )
}

async function applyChange(
  bank: Bank,
  sql: Sql,
  {
    customerId,
    order,
    form,
    approve,
  }: { customerId: bigint; order: OpenOrder; form: Change; approve: Approve },
): Promise<Failure | undefined> {
  const { amount, until, times } = form
  const { now } = approvalMoment(bank)
  const line = { ...order.line, description: form.description }
  const isMore = allowsMore(order, form)
  let approval: string | null = null
  if (isMore) {
    const usdMinor = order.line.ownAccount ? 0n : usdValue(order.currency, amount)
    if (usdMinor > bank.config.dailyLimitUsdMinor) return refusal('daily_limit')
    // The rest was counted when it was ordered.
    const before = order.line.ownAccount ? 0n : usdValue(order.currency, order.amountMinor)
    const moreUsdMinor = usdMinor > before ? usdMinor - before : 0n
    const begun = await beginOutgoing(bank, sql, { customerId, usdMinor: moreUsdMinor, line })
    if (begun.refused) return begun.refused
    const approved = await approve(sql)
    if (approved.refused) return approved.refused
    await noteCounted(sql, order.id, await begun.count())
    approval = approved.signed?.name ?? null
  }
  await sql`
    update orders set amount_minor = ${amount}, until_on = ${until}, times = ${times},
      line = ${json(line)},
      approval = case when ${isMore} then ${approval}::text else approval end,
      changed_at = case when ${isMore} then ${now}::timestamptz else changed_at end
    where id = ${order.id}`
  const schedule = { ...scheduleOf(order), until, times }
  const [next] = dueDates(schedule, { from: order.dueOn, count: 1 })
  if (next === undefined) await stop(sql, order.id, 'done')
  return undefined
}

/** Whether a change lets more money go, or for longer: what was approved does not cover it. */
function allowsMore(order: OpenOrder, { amount, until, times }: Change): boolean {
  const isHigher = order.above ? amount < order.amountMinor : amount > order.amountMinor
  const isLater = order.until !== null && (until === null || until > order.until)
  const isOftener = order.times !== null && (times === null || times > order.times)
  return isHigher || isLater || isOftener
}
