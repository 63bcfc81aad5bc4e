import { monthsAfter } from '@passbook/contract'
import { dayAfter, monthsBetween } from '#kernel/calendar.ts'
import { median } from './series.ts'

/** What a payer sent to an account on one day. */
export type Credit = {
  accountId: bigint
  payer: string
  name: string
  on: string
  amountMinor: bigint
}

/** Somebody who pays regularly, and when next. */
export type Pay = { accountId: bigint; name: string; amountMinor: bigint; dates: string[] }

/** How many days back regular payments are looked for: three of a month lie in them on every day. */
export const payDays = 100
const times = 3
// A payment that is late by more has ended.
const lateDays = 5

/** The distances between payments that are taken for a rhythm, in days. */
const rhythms: { from: number; to: number; step: { days: number } | { months: 1 } }[] = [
  { from: 6, to: 8, step: { days: 7 } },
  { from: 12, to: 16, step: { days: 14 } },
  { from: 25, to: 36, step: { months: 1 } },
]

/**
 * Who pays regularly: the same payer, at least three times, the last ones a week, two weeks or a month
 * apart, give or take a weekend. `dates` are those after today to the last day asked for.
 */
export function regularPay(
  credits: readonly Credit[],
  { today, last }: { today: string; last: string },
): Pay[] {
  const payers = Map.groupBy(credits, ({ accountId, payer }) => `${accountId} ${payer}`)
  return [...payers.values()].flatMap((own) => {
    const newest = own.toSorted((one, other) => (one.on < other.on ? -1 : 1)).slice(-times)
    const [latest] = newest.slice(-1)
    const next = latest && rhythmOf(newest.map(({ on }) => on))
    if (!latest || !next) return []
    const dates = datesAfter(next, { today, last })
    const { accountId, name } = latest
    return dates ? [{ accountId, name, amountMinor: median(newest.map(amountOf)), dates }] : []
  })
}

const amountOf = ({ amountMinor }: Credit) => amountMinor

/** The pay that the next pay-day is of: the largest. */
export function mainPay(pays: readonly Pay[]): Pay | undefined {
  return pays
    .filter(({ dates }) => dates.length > 0)
    .toSorted((one, other) => (one.amountMinor > other.amountMinor ? -1 : 1))[0]
}

/** The date with a number; 0 is the last one that was paid, where it should have been. */
type DateOf = (number: number) => string

function rhythmOf(dates: readonly string[]): DateOf | undefined {
  if (dates.length < times) return undefined
  const gaps = dates.slice(1).map((on, at) => daysBetween(dates[at] ?? on, on))
  const rhythm = rhythms.find(({ from, to }) => gaps.every((gap) => gap >= from && gap <= to))
  const lastOn = dates.at(-1)
  if (!rhythm || !lastOn) return undefined
  const { step } = rhythm
  // Every four weeks is no month.
  const isFourWeeks = 'months' in step && gaps.every((gap) => gap === 28)
  if (isFourWeeks) return (number) => dayAfter(lastOn, 28 * number)
  if ('days' in step) return (number) => dayAfter(usualDay(dates, step.days), step.days * number)
  return monthly(dates, lastOn)
}

/** The last date without a holiday's shift: by the weekday that most of them had. */
function usualDay(dates: readonly string[], days: number): string {
  const lastOn = dates.at(-1) ?? ''
  const shifts = dates.map((on) => {
    const off = daysBetween(on, lastOn) % days
    return off > days / 2 ? off - days : off
  })
  const common = mostCommon(shifts)
  return dayAfter(lastOn, -common)
}

/** The day of the month that most of them had; the last of the month, where all had that. */
function monthly(dates: readonly string[], lastOn: string): DateOf {
  const isLast = dates.every((on) => dayAfter(on, 1).endsWith('-01'))
  const day = isLast ? 31 : mostCommon(dates.map((on) => Number(on.slice(8))))
  // January has a 31st to count from.
  const first = `${lastOn.slice(0, 4)}-01-${String(day).padStart(2, '0')}`
  const around = monthsBetween(first, lastOn)
  // One that came early or late around the turn of a month belongs to the nearest.
  const nearest = [around - 1, around, around + 1].reduce((best, month) =>
    off(monthsAfter(first, month), lastOn) < off(monthsAfter(first, best), lastOn) ? month : best,
  )
  return (number) => monthsAfter(first, nearest + number)
}

const off = (one: string, other: string) => Math.abs(daysBetween(one, other))

/** Of equally common ones the latest. */
function mostCommon(values: readonly number[]): number {
  const counted = values.map((value) => ({
    value,
    count: values.filter((other) => other === value).length,
  }))
  const [best = { value: 0 }] = counted
    .toReversed()
    .toSorted((one, other) => other.count - one.count)
  return best.value
}

/** The dates that are still to come; nothing where the one that should have come did not. */
function datesAfter(
  dateOf: DateOf,
  { today, last }: { today: string; last: string },
): string[] | undefined {
  if (daysBetween(dateOf(1), today) > lateDays) return undefined
  const dates: string[] = []
  for (let number = 1; dateOf(number) <= last; number += 1) {
    const on = dateOf(number)
    if (on > today) dates.push(on)
  }
  return dates
}

const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000
