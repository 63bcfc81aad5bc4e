import { i18n } from '@lingui/core'

// English stands here: making a formatter for it is the dearest step of a first page on a phone.
const names = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]

/** `November`, of a day yyyy-mm-dd or a month yyyy-mm. */
export const monthName = (day: string): string => inWords(day, nameOf, { month: 'long' })

/** `Nov` */
export const shortMonth = (day: string): string =>
  inWords(day, (month) => nameOf(month).slice(0, 3), { month: 'short' })

/** `November 2026` */
export const monthOfYear = (day: string): string =>
  inWords(day, (month) => `${nameOf(month)} ${month.slice(0, 4)}`, { month: 'long', ...withYear })

/** `Nov 2026` */
export const shortMonthOfYear = (day: string): string =>
  inWords(day, (month) => `${nameOf(month).slice(0, 3)} ${month.slice(0, 4)}`, {
    month: 'short',
    ...withYear,
  })

const withYear = { year: 'numeric' } as const

const nameOf = (month: string): string => names[Number(month.slice(5, 7)) - 1] ?? ''

function inWords(
  day: string,
  english: (month: string) => string,
  parts: Intl.DateTimeFormatOptions,
): string {
  const month = day.slice(0, 7)
  if (i18n.locale === 'en') return english(month)
  const options = { ...parts, timeZone: 'UTC', numberingSystem: 'latn' }
  return new Intl.DateTimeFormat(i18n.locale, options).format(new Date(`${month}-01T00:00:00Z`))
}
