import { i18n } from '@lingui/core'
import { isolate } from './t.ts'

/** `Fri 27 Nov`, of a day as yyyy-mm-dd; other languages in their own order. */
export function formatWeekday(day: string): string {
  const language = i18n.locale === 'en' ? 'en-GB' : i18n.locale
  const parts = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const format = new Intl.DateTimeFormat(language, {
    ...parts,
    timeZone: 'UTC',
    numberingSystem: 'latn',
  })
  const shown = format.format(new Date(`${day}T00:00:00Z`))
  return isolate(i18n.locale === 'en' ? shown.replace(',', '') : shown)
}
