import type { CurrencyCode, ForecastKind, LoanStanding, Schedule } from '@passbook/contract'
import type { Config } from '#kernel/config.ts'

/** A moment that is played in advance, with its day in the bank's zone. */
export type Moment = { at: Date; day: string }

/** Money that moves, or that would if it were there. */
export type Flow = {
  on: string
  accountId: bigint
  kind: ForecastKind
  text: string
  /** Below zero where it leaves; 0 of what waits for money. */
  amountMinor: bigint
  id: string | null
  /** Nothing promises it: it is no part of the scheduled line. */
  expected: boolean
  /** How much is missing on this day, and when it is there after all. */
  missingMinor?: bigint
  paidOn?: string
}

type Planned = {
  /** The order among those that are due at the same moment, as their job takes them. */
  key: bigint
  /** On the wire. */
  id: string
  accountId: bigint
  text: string
  /** Not before this, even where its date has come. */
  nextAt: Date
  /** Tries in vain, for this date. */
  tries: number
  /** What says that the money is missing for this date, once it does. */
  short?: Flow
}

export type BillPlan = Planned & {
  kind: 'bill'
  recurring: boolean
  firstOn: string
  dueOn: string
  amountMinor: bigint
}

export type OrderPlan = Planned & {
  kind: 'order'
  schedule: Schedule
  dueOn: string
  amountMinor: bigint
  /** Moves all above the amount. */
  above: boolean
  triedOn: string | null
  /** The own account that receives it, and what that one's statement says. */
  to: { accountId: bigint; text: string } | null
  /** Whether it cannot be paid at a moment, whatever money there is. */
  refusedAt: (at: Date) => boolean
}

export type LoanPlan = Planned & {
  kind: 'instalment'
  standing: LoanStanding
  /** The most that is paid by itself in a month; null where the customer pays by hand. */
  autoMinor: bigint | null
}

export type Plan = BillPlan | OrderPlan | LoanPlan

/** An open account as the plans know it. */
export type PlannedAccount = { id: bigint; name: string }

/** What is available in each account. */
export type Money = Map<bigint, { availableMinor: bigint; currency: CurrencyCode }>

export type Rules = Pick<Config, 'bankZone' | 'orderTryHours' | 'orderTryDays'>

/** What a try did, and how the plan goes on, if it does. */
export type Tried = { flows: Flow[]; next: Plan | null }

/** Takes money out of an account, if it is there. */
export function take(money: Money, accountId: bigint, amountMinor: bigint): boolean {
  const held = money.get(accountId)
  if (!held || held.availableMinor < amountMinor) return false
  held.availableMinor -= amountMinor
  return true
}

export function flowOf(plan: Plan, { day }: Moment, amountMinor: bigint): Flow {
  const { accountId, kind, text, id } = plan
  return { on: day, accountId, kind, text, amountMinor, id, expected: false }
}

/** It is paid: what said that the money was missing now says when it came. */
export function paidFlow(plan: Plan, moment: Moment, amountMinor: bigint): Flow {
  if (plan.short) plan.short.paidOn = moment.day
  return flowOf(plan, moment, -amountMinor)
}

/** The money is missing; said once for each date. */
export function shortOf(
  plan: Plan,
  moment: Moment,
  { amountMinor, money }: { amountMinor: bigint; money: Money },
): { short: Flow; flows: Flow[] } {
  if (plan.short) return { short: plan.short, flows: [] }
  const held = money.get(plan.accountId)?.availableMinor ?? 0n
  const missingMinor = amountMinor > held ? amountMinor - held : 0n
  const short = { ...flowOf(plan, moment, 0n), missingMinor }
  return { short, flows: [short] }
}
