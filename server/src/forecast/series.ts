import { dayAfter } from '#kernel/calendar.ts'
import type { Flow } from '#orders/plans.ts'

type Reason = Pick<Flow, 'kind' | 'text' | 'amountMinor' | 'id' | 'expected' | 'missingMinor'>

type Day = {
  on: string
  /** What is available when the day ends, by all that is scheduled. */
  scheduledMinor: bigint
  /** The least that it is on the way there. */
  lowMinor: bigint
  /** The same with what is expected and usually spent. */
  usualMinor: bigint
  reasons: Reason[]
}

type Given = {
  balanceMinor: bigint
  heldMinor: bigint
  /** In the order in which they happen. */
  flows: readonly Flow[]
  /** What is usually spent on each day of the week, Sunday first. */
  usualMinor: readonly bigint[]
  today: string
  /** The last day that counts for what is safe to spend. */
  until: string
  /** The last day of the series, no earlier. */
  last: string
  bufferMinor: bigint
}

export type Series = {
  availableMinor: bigint
  days: Day[]
  lowest: { on: string; amountMinor: bigint }
  missing: { on: string; text: string; amountMinor: bigint } | null
  /** Instalments that the customer pays by hand until then: owed, but nothing takes them. */
  byHand: Flow[]
  safeMinor: bigint
}

/**
 * What will be available on each day, and what makes it so. Each point is what is available now and
 * the amounts of all reasons up to it; what is only expected belongs to the second line.
 */
export function forecast(given: Given): Series {
  const { today, until, last, flows, bufferMinor } = given
  const availableMinor = given.balanceMinor - given.heldMinor
  const flowsOn = Map.groupBy(flows, ({ on }) => on)
  const days: Day[] = []
  let [scheduledMinor, usualMinor] = [availableMinor, availableMinor]
  for (let on = today; on <= last; on = dayAfter(on, 1)) {
    let lowMinor = scheduledMinor
    // What today usually costs is spent already, or part of what is asked for.
    const usual = on === today ? [] : usualOn(given.usualMinor, on)
    const reasons = [...(flowsOn.get(on) ?? []).map(reasonOf), ...usual]
    for (const { amountMinor, expected } of reasons) {
      usualMinor += amountMinor
      if (!expected) scheduledMinor += amountMinor
      if (scheduledMinor < lowMinor) lowMinor = scheduledMinor
    }
    days.push({ on, scheduledMinor, lowMinor, usualMinor, reasons })
  }
  const lowest = lowestOf(days, until)
  const missing = missingOf(flows, until)
  const byHand = flows.filter(
    ({ kind, expected, on }) => kind === 'instalment' && expected && on <= until,
  )
  const owedMinor = byHand.reduce((total, { amountMinor }) => total - amountMinor, 0n)
  const left = missing ? 0n : lowest.amountMinor - owedMinor - bufferMinor
  return { availableMinor, days, lowest, missing, byHand, safeMinor: left > 0n ? left : 0n }
}

const reasonOf = ({ kind, text, amountMinor, id, expected, missingMinor }: Flow): Reason => ({
  kind,
  text,
  amountMinor,
  id,
  expected,
  ...(missingMinor !== undefined && { missingMinor }),
})

function usualOn(usualMinor: readonly bigint[], on: string): Reason[] {
  const amountMinor = -(usualMinor[weekdayOf(on)] ?? 0n)
  if (amountMinor === 0n) return []
  return [{ kind: 'usual', text: '', amountMinor, id: null, expected: true }]
}

/** The first of the lowest points; that of a day may lie before its end. */
function lowestOf(days: readonly Day[], until: string): Series['lowest'] {
  const [first, ...others] = days
  if (!first) throw new Error('a forecast has a first day')
  const low = others
    .filter(({ on }) => on <= until)
    .reduce((lowest, day) => (day.lowMinor < lowest.lowMinor ? day : lowest), first)
  return { on: low.on, amountMinor: low.lowMinor }
}

/** The first payment for which the money does not come in time. */
function missingOf(flows: readonly Flow[], until: string): Series['missing'] {
  const short = flows.find(
    ({ missingMinor, on, paidOn = '9999-12-31' }) =>
      missingMinor !== undefined && on <= until && paidOn > until,
  )
  return short ? { on: short.on, text: short.text, amountMinor: short.missingMinor ?? 0n } : null
}

/** Sunday is 0. */
const weekdayOf = (on: string): number => new Date(`${on}T00:00:00Z`).getUTCDay()

const weeks = 12
export const usualDays = weeks * 7

/** The median of what was spent on each day of the week in the twelve weeks before today. */
export function usualSpending(spentMinor: ReadonlyMap<string, bigint>, today: string): bigint[] {
  const days = Array.from({ length: usualDays }, (_, at) => dayAfter(today, at - usualDays))
  return Array.from({ length: 7 }, (_, weekday) => {
    const own = days.filter((on) => weekdayOf(on) === weekday)
    return median(own.map((on) => spentMinor.get(on) ?? 0n))
  })
}

export function median(amounts: readonly bigint[]): bigint {
  const sorted = amounts.toSorted((one, other) => (one < other ? -1 : Number(one > other)))
  const half = sorted.length >> 1
  const upper = sorted[half] ?? 0n
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0n) + upper) / 2n
}
