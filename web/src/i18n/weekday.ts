import { i18n } from '@lingui/core'
import { shortMonth } from './month.ts'
import { isolate } from './t.ts'

const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** `Fri 27 Nov`, of a day as yyyy-mm-dd; other languages in their own order. */
export function formatWeekday(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  if (i18n.locale === 'en') {
    return isolate(`${names[at.getUTCDay()]} ${at.getUTCDate()} ${shortMonth(day)}`)
  }
  const parts = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const options = { ...parts, timeZone: 'UTC', numberingSystem: 'latn' }
  return isolate(new Intl.DateTimeFormat(i18n.locale, options).format(at))
}
