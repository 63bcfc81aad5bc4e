import { i18n } from '@lingui/core'

const inUtc = { month: 'long', timeZone: 'UTC' } as const

/** `November`, of a day yyyy-mm-dd. */
export function monthName(day: string): string {
  return new Intl.DateTimeFormat(i18n.locale, inUtc).format(new Date(`${day}T00:00:00Z`))
}

/** `November 2026`, of a month yyyy-mm. */
export function monthOfYear(month: string): string {
  const options = { ...inUtc, year: 'numeric', numberingSystem: 'latn' } as const
  return new Intl.DateTimeFormat(i18n.locale, options).format(new Date(`${month}-01T00:00:00Z`))
}

/** `Nov`, of a month yyyy-mm. */
export function shortMonth(month: string): string {
  const options = { month: 'short', timeZone: 'UTC', numberingSystem: 'latn' } as const
  return new Intl.DateTimeFormat(i18n.locale, options).format(new Date(`${month}-01T00:00:00Z`))
}
