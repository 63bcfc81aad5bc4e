import type { Flow, Money, Plan, Rules, Tried } from './plans.ts'
import { type Scene, type Times, timesOf, tryBill, tryLoan, tryOrder } from './tries.ts'

type Given = {
  /** What is available now in all accounts of the customer: what leaves one may come to another. */
  money: Money
  plans: readonly Plan[]
  now: Date
  /** The last day that is played. */
  until: string
}

// Of what is due at the same moment bills and standing orders go first, as they were made.
const ranks = { bill: 0, order: 0, instalment: 1 } as const

type Turn = { plan: Plan; at: Date }

/**
 * Plays in advance what the jobs will do until a day, each try at its moment: what there is then
 * decides whether something is paid, how much lies above an amount, and what is tried again.
 */
export function play({ money, plans, now, until }: Given, rules: Rules): Flow[] {
  const times = timesOf(rules)
  const own: Money = new Map([...money].map(([id, held]) => [id, { ...held }]))
  const turnOf = (plan: Plan): Turn => ({ plan, at: latest(plan, now, times) })
  const queue = plans.map(turnOf).sort(compared)
  const flows: Flow[] = []
  for (let turn = queue.shift(); turn; turn = queue.shift()) {
    const moment = { at: turn.at, day: times.dayAt(turn.at) }
    if (moment.day > until) break
    const tried = attempt(turn.plan, { moment, money: own, rules, times })
    flows.push(...tried.flows)
    if (tried.next) insert(queue, turnOf(tried.next))
  }
  // What was missing for hours only is no news of a day.
  return flows.filter(({ paidOn, on }) => paidOn !== on)
}

function attempt(plan: Plan, scene: Scene): Tried {
  if (!scene.money.has(plan.accountId)) return { flows: [], next: null }
  if (plan.kind === 'bill') return tryBill(plan, scene.moment, scene.money)
  if (plan.kind === 'order') return tryOrder({ plan, ...scene })
  return tryLoan({ plan, ...scene })
}

/** When a plan has its turn: not in the past, not before its date begins, not before its next try. */
function latest(plan: Plan, now: Date, { dayStart }: Times): Date {
  const from = plan.kind === 'instalment' ? plan.nextAt : dayStart(plan.dueOn)
  return new Date(Math.max(now.getTime(), plan.nextAt.getTime(), from.getTime()))
}

const dueOf = (plan: Plan) => (plan.kind === 'instalment' ? '' : plan.dueOn)

function compared({ plan: one, at }: Turn, { plan: other, at: otherAt }: Turn): number {
  const byTime = at.getTime() - otherAt.getTime() || ranks[one.kind] - ranks[other.kind]
  if (byTime !== 0) return byTime
  if (dueOf(one) !== dueOf(other)) return dueOf(one) < dueOf(other) ? -1 : 1
  return one.key < other.key ? -1 : Number(one.key > other.key)
}

/** By halves: a customer may have hundreds of plans and thousands of turns. */
function insert(queue: Turn[], turn: Turn): void {
  let [from, to] = [0, queue.length]
  while (from < to) {
    const half = (from + to) >> 1
    const other = queue[half]
    if (other && compared(other, turn) <= 0) from = half + 1
    else to = half
  }
  queue.splice(from, 0, turn)
}
