import type { Range } from './statement-place.ts'

/** The first and the last day of a month, `2024-03`. */
export function monthRange(month: string): Range {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { start: `${month}-01`, end: `${month}-${days}` }
}

/** The month some months before that of a day: `2024-03-05` and 1 give `2024-02`. */
export function monthBefore(day: string, months: number): string {
  const [year = 0, number = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 - months, 1)).toISOString().slice(0, 7)
}
