import { monthsAfter } from '@passbook/contract'

/** The day after `last` in the months that began with `first`. */
export function monthLater(first: string, last: string): string {
  return monthsAfter(first, monthsBetween(first, last) + 1)
}

/** How many months lie between two days, by the calendar's pages and not by their length. */
export function monthsBetween(first: string, last: string): number {
  const [firstYear = 0, firstMonth = 1] = first.split('-').map(Number)
  const [lastYear = 0, lastMonth = 1] = last.split('-').map(Number)
  return (lastYear - firstYear) * 12 + lastMonth - firstMonth
}

/** So many days that follow each other and end with this one, the oldest first. */
export function lastDays(today: string, count: number): string[] {
  const last = new Date(`${today}T00:00:00Z`).getTime()
  return Array.from({ length: count }, (_, at) =>
    new Date(last - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10),
  )
}
