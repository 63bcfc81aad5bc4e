import { i18n } from '@lingui/core'
import { day, formatDay } from './dates.ts'
import { isolate } from './t.ts'

/** `05 Mar 2024 – 09 Mar 2024`, of two days yyyy-mm-dd; the same day stands alone. */
export function formatRange(first: string, last: string): string {
  const [from, to] = [first, last].map((one) => new Date(`${one}T00:00:00Z`)) as [Date, Date]
  if (first === last) return formatDay(from)
  if (i18n.locale === 'en') return isolate(`${formatDay(from)} – ${formatDay(to)}`)
  const options = { ...day, timeZone: 'UTC', numberingSystem: 'latn' } as const
  return isolate(new Intl.DateTimeFormat(i18n.locale, options).formatRange(from, to))
}
