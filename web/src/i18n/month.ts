import { i18n } from '@lingui/core'

/** `November`, of a day yyyy-mm-dd. */
export function monthName(day: string): string {
  const options = { month: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(i18n.locale, options).format(new Date(`${day}T00:00:00Z`))
}
