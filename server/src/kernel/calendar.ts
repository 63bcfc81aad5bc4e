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

/** The day so many days later. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The next days on which banks work, Monday to Friday. */
export function bankDaysAfter(day: string, count: number): string[] {
  const found: string[] = []
  for (let next = dayAfter(day, 1); found.length < count; next = dayAfter(next, 1)) {
    const weekday = new Date(`${next}T00:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6) found.push(next)
  }
  return found
}

/** So many days that follow each other and end with this one, the oldest first. */
export function lastDays(today: string, count: number): string[] {
  const last = new Date(`${today}T00:00:00Z`).getTime()
  return Array.from({ length: count }, (_, at) =>
    new Date(last - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10),
  )
}
