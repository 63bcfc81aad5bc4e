import { monthsAfter } from './months.ts'
import { isRealDate } from './real-date.ts'

/** How often an order is due. */
export const rhythms = ['once', 'weekly', 'every two weeks', 'monthly', 'yearly'] as const
export type Rhythm = (typeof rhythms)[number]

/** The most that an order may be due, where a number of times is given. */
export const timesMax = 1000

/** The farthest first day that an order may have: who types a later one has mistyped the year. */
export const farthestFirst = (today: string): string => monthsAfter(today, 120)

/**
 * When an order is due: from a first day on, until a day, a number of times, or for ever. All dates are
 * counted from the first, so that the 31st and the 29th of February come back after shorter months.
 */
export type Schedule = {
  every: Rhythm
  firstOn: string
  until: string | null
  times: number | null
}

const dayMs = 86_400_000
const stepDays = { weekly: 7, 'every two weeks': 14 } as const
const stepMonths = { monthly: 1, yearly: 12 } as const

/** The date with this number, which counts from 0; nothing where the order has ended by then. */
export function dueDate(schedule: Schedule, number: number): string | null {
  const { every, until, times } = schedule
  if (number < 0 || (every === 'once' && number > 0)) return null
  if (times !== null && number >= times) return null
  const date = counted(schedule, number)
  // The calendar of the bank ends with the year 9999.
  return isRealDate(date) && (until === null || date <= until) ? date : null
}

function counted({ every, firstOn }: Schedule, number: number): string {
  if (every === 'once') return firstOn
  if (every === 'monthly' || every === 'yearly') {
    return monthsAfter(firstOn, stepMonths[every] * number)
  }
  const at = Date.parse(`${firstOn}T00:00:00Z`) + stepDays[every] * number * dayMs
  return new Date(at).toISOString().slice(0, 10)
}

/** The next dates from a day on, that day included; fewer where the order ends before. */
export function dueDates(
  schedule: Schedule,
  { from, count }: { from: string; count: number },
): string[] {
  const dates: string[] = []
  for (let number = numberFrom(schedule, from); dates.length < count; number += 1) {
    const date = dueDate(schedule, number)
    if (date === null) break
    dates.push(date)
  }
  return dates
}

/** The first date after a day; nothing where there is none. */
export function dueAfter(schedule: Schedule, day: string): string | null {
  const [first, second] = dueDates(schedule, { from: day, count: 2 })
  return (first === day ? second : first) ?? null
}

/** The number of the first date that is not before a day. */
function numberFrom(schedule: Schedule, day: string): number {
  const { every, firstOn } = schedule
  if (every === 'once' || day <= firstOn) return day <= firstOn ? 0 : 1
  const length =
    every === 'monthly' || every === 'yearly' ? 31 * stepMonths[every] : stepDays[every]
  const days = (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${firstOn}T00:00:00Z`)) / dayMs
  // No month is longer: this many dates lie before the day for certain, and few more.
  let number = Math.floor(days / length)
  for (;;) {
    const date = counted(schedule, number)
    if (date >= day || !isRealDate(date)) return number
    number += 1
  }
}

const often: Record<Exclude<Rhythm, 'once'>, string> = {
  weekly: 'every week',
  'every two weeks': 'every two weeks',
  monthly: 'every month',
  yearly: 'every year',
}

/** A schedule in the words that an approval is bound to and that the mail with a code says. */
export function scheduleWords({ every, firstOn, until, times }: Schedule): string {
  if (every === 'once') return `on ${firstOn}`
  const end = `${until === null ? '' : ` until ${until}`}${times === null ? '' : `, ${times} times`}`
  return `${often[every]} from ${firstOn}${end}`
}
