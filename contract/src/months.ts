/**
 * The same day of the month some months later, or that month's last day where it is shorter. Counted
 * from one first day, so that what was due on the 31st comes back to it after February.
 */
export function monthsAfter(first: string, months: number): string {
  const [year = 0, month = 1, day = 1] = first.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  lastDay.setUTCDate(Math.min(day, lastDay.getUTCDate()))
  return lastDay.toISOString().slice(0, 10)
}
