import { isRealDate, messages } from '@passbook/contract'
import { msg } from '#i18n/t.ts'

export type Range = { start: string; end: string }
/** Where in a statement a page stands. The address keeps it, so that back, reload and links work. */
export type StatementPlace = Range & { page: number }

/** What an address says; whatever is missing or makes no sense is today and page one. */
export function readPlace(search: URLSearchParams, today: string): StatementPlace {
  const day = (name: string) => {
    const value = search.get(name) ?? ''
    return isRealDate(value) ? value : today
  }
  const page = search.get('page') ?? ''
  return {
    start: day('start'),
    end: day('end'),
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  }
}

/**
 * The address of a place; what would be read the same without it is left out. What else an address
 * says (`before`) it says on.
 */
export function writePlace(
  { start, end, page }: StatementPlace,
  today: string,
  before?: URLSearchParams,
): URLSearchParams {
  const search = new URLSearchParams(before)
  for (const name of ['start', 'end', 'page']) search.delete(name)
  // Both or neither: a link that is opened tomorrow must not mix its own today into the range.
  if (start !== today || end !== today) {
    search.set('start', start)
    search.set('end', end)
  }
  if (page !== 1) search.set('page', String(page))
  return search
}

const startsLate = msg('Start date is in the future')

/** What is wrong with a range, or null. With a problem nothing is asked of the server. */
export function rangeProblem({ start, end }: Range, today: string): string | null {
  if (!isRealDate(start) || !isRealDate(end)) return messages.dateInvalid
  if (start > today) return startsLate
  return start > end ? messages.datesReversed : null
}

// While a year is typed it passes through 0002, 0020 and 0202, which nobody means.
const earliest = '1900-01-01'

/** Whether a date that just changed is meant, and not merely half typed. */
export function isMeant(day: string): boolean {
  return isRealDate(day) && day >= earliest
}
