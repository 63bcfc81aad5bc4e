import { i18n } from '@lingui/core'

/** `March 2024`, of a month yyyy-mm, in the page's language. */
export const longMonth = (month: string): string => formatted(month, 'long')

/** `Mar`. */
export const shortMonth = (month: string): string => formatted(month, 'short')

function formatted(month: string, length: 'long' | 'short'): string {
  const parts = { month: length, ...(length === 'long' && { year: 'numeric' as const }) }
  const options = { ...parts, numberingSystem: 'latn', timeZone: 'UTC' }
  return new Intl.DateTimeFormat(i18n.locale, options).format(new Date(`${month}-01T00:00:00Z`))
}
