import {
  afterPayment,
  dayIn,
  dueAfter,
  hourIn,
  isRealDate,
  nextPayment,
  withDueCharged,
} from '@passbook/contract'
import { nextBillTry } from '#bills/late.ts'
import { triesAfter } from '#due/due.ts'
import { monthLater } from '#kernel/calendar.ts'
import { exchanged } from '#ledger/exchange.ts'
import { retryHours, triesMax } from '#loans/auto-repay.ts'
import { dateAfter } from '#loans/loan-rows.ts'
import { least } from '#loans/pay-back.ts'
import {
  type BillPlan,
  flowOf,
  type LoanPlan,
  type Moment,
  type Money,
  type OrderPlan,
  paidFlow,
  type Rules,
  shortOf,
  type Tried,
  take,
} from './plans.ts'

// What the jobs do with a date that has come, by the same rules, in an imagined account.

/** The moments that are asked for in advance, each worked out once: many tries fall on few days. */
export type Times = {
  dayStart: (day: string) => Date
  dayAt: (at: Date) => string
  /** When a standing order is tried again that was first tried on a day, for so many bank days. */
  triesAfter: (triedOn: string, days: number) => Date[]
}

export function timesOf(rules: Rules): Times {
  const { bankZone } = rules
  const dayStart = remembered((day: string) => hourIn(day, 0, bankZone))
  const dayAt = remembered((ms: number) => dayIn(new Date(ms), bankZone))
  const moments = remembered((key: string) => {
    const [triedOn = '', days] = key.split(' ')
    return triesAfter(triedOn, { ...rules, orderTryDays: Number(days) })
  })
  return {
    dayStart,
    dayAt: (at) => dayAt(at.getTime()),
    triesAfter: (triedOn, days) => moments(`${triedOn} ${days}`),
  }
}

function remembered<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? find(key)
    known.set(key, value)
    return value
  }
}

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** A bill on its date, as `orders/pay-due.ts` pays it. */
export function tryBill(plan: BillPlan, moment: Moment, money: Money): Tried {
  const { amountMinor, tries } = plan
  if (take(money, plan.accountId, amountMinor)) {
    return { flows: [paidFlow(plan, moment, amountMinor)], next: nextMonth(plan, moment) }
  }
  const { short, flows } = shortOf(plan, moment, { amountMinor, money })
  const nextAt = nextBillTry({ tries, now: moment.at })
  if (!nextAt) return { flows, next: nextMonth(plan, moment) }
  return { flows, next: { ...plan, tries: tries + 1, nextAt, short } }
}

function nextMonth({ short: _, ...plan }: BillPlan, { at }: Moment): BillPlan | null {
  if (!plan.recurring) return null
  const dueOn = monthLater(plan.firstOn, plan.dueOn)
  return isRealDate(dueOn) ? { ...plan, dueOn, tries: 0, nextAt: at } : null
}

export type Scene = { moment: Moment; money: Money; rules: Rules; times: Times }
type Order = Scene & { plan: OrderPlan }

/** A date of a standing order, as `orders/pay-due.ts` pays it. */
export function tryOrder(order: Order): Tried {
  const { plan, moment, money } = order
  if (plan.refusedAt(moment.at)) return { flows: [], next: nextDate(plan, moment) }
  const held = money.get(plan.accountId)?.availableMinor ?? 0n
  const amountMinor = plan.above ? held - plan.amountMinor : plan.amountMinor
  // Money may come in the course of the day; after that there was nothing to move, and nothing failed.
  const receivedMinor = receivedOf(order, amountMinor)
  if (plan.above && receivedMinor < 1n) return again(order, { days: 0, short: {} })
  if (receivedMinor < 1n || !take(money, plan.accountId, amountMinor)) {
    const { short, flows } = shortOf(plan, moment, { amountMinor, money })
    const { next } = again(order, { days: order.rules.orderTryDays, short: { short } })
    return { flows, next }
  }
  const flows = [paidFlow(plan, moment, amountMinor)]
  const receiver = plan.to && money.get(plan.to.accountId)
  if (plan.to && receiver) {
    receiver.availableMinor += receivedMinor
    const { accountId, text } = plan.to
    flows.push({ ...flowOf(plan, moment, receivedMinor), accountId, text })
  }
  return { flows, next: nextDate(plan, moment) }
}

/** What arrives of an amount, in the currency of the account that it goes to. */
function receivedOf({ plan, money }: Order, amountMinor: bigint): bigint {
  const from = money.get(plan.accountId)?.currency
  const to = plan.to ? money.get(plan.to.accountId)?.currency : from
  return from && to ? exchanged(amountMinor, from, to) : amountMinor
}

function again(
  { plan, moment, times }: Order,
  { days, short }: { days: number; short: Pick<OrderPlan, 'short'> },
): Tried {
  const triedOn = plan.triedOn ?? moment.day
  const nextAt = times.triesAfter(triedOn, days).find((at) => at > moment.at)
  if (!nextAt) return { flows: [], next: nextDate(plan, moment) }
  return { flows: [], next: { ...plan, ...short, tries: plan.tries + 1, triedOn, nextAt } }
}

function nextDate({ short: _, ...plan }: OrderPlan, { at }: Moment): OrderPlan | null {
  const dueOn = dueAfter(plan.schedule, plan.dueOn)
  return dueOn === null ? null : { ...plan, dueOn, tries: 0, triedOn: null, nextAt: at }
}

type Loan = Scene & { plan: LoanPlan }

/** An instalment, as `loans/auto-repay.ts` pays it; what is paid by hand is expected on its date. */
export function tryLoan({ plan, moment, money, times }: Loan): Tried {
  const standing = withDueCharged({ ...plan.standing, today: moment.day })
  const due = nextPayment(standing)
  const { short: _, ...rest } = plan
  const turnTo = (on: string | null, now = standing): LoanPlan | null =>
    on === null ? null : { ...rest, standing: now, tries: 0, nextAt: times.dayStart(on) }
  if (!due) return { flows: [], next: null }
  if (due.on > moment.day) return { flows: [], next: turnTo(due.on) }
  const amountMinor = least(due.amountMinor, plan.autoMinor ?? due.amountMinor)
  const byHand = plan.autoMinor === null
  if (!byHand && !take(money, plan.accountId, amountMinor)) {
    const { short, flows } = shortOf(plan, moment, { amountMinor, money })
    if (plan.tries >= triesMax) return { flows, next: turnTo(dateAfter(standing)) }
    const nextAt = later(moment.at, retryHours * 3_600_000)
    return { flows, next: { ...plan, standing, tries: plan.tries + 1, nextAt, short } }
  }
  const after = afterPayment(standing, amountMinor)
  const { nextOn } = after
  const isOverdue = nextOn !== null && nextOn <= moment.day
  const paid = { ...paidFlow(plan, moment, amountMinor), expected: byHand }
  const next = after.owedMinor === 0n ? null : isOverdue ? dateAfter(after) : nextOn
  return { flows: [paid], next: turnTo(next, after) }
}
