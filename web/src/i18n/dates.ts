import { i18n } from '@lingui/core'
import * as english from '@passbook/contract'
import { isolate } from './t.ts'

export const day = { day: '2-digit', month: 'short', year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** `05 Mar 2024, 02:30`; other languages in their own order and with their names of the months. */
export function formatDateTime(at: Date, zone?: string): string {
  return isEnglish()
    ? isolate(english.formatDateTime(at, zone))
    : inLanguage(at, zone, { ...day, ...time })
}

/** `05 Mar 2024` */
export function formatDay(at: Date, zone?: string): string {
  return isEnglish() ? isolate(english.formatDay(at, zone)) : inLanguage(at, zone, day)
}

/** `05 Mar 2024` of `2024-03-05`; what is no such date is shown as it came. */
export const dayOf = (date: string): string =>
  english.isRealDate(date) ? formatDay(new Date(`${date}T00:00:00Z`)) : date

/** `02:30` */
export function formatTime(at: Date, zone?: string): string {
  return isEnglish()
    ? isolate(english.formatDateTime(at, zone).slice(-5))
    : inLanguage(at, zone, time)
}

/** `05 Mar 24` */
export function formatReceiptDate(at: Date, zone?: string): string {
  const short = { ...day, year: '2-digit' } as const
  return isEnglish() ? isolate(english.formatReceiptDate(at, zone)) : inLanguage(at, zone, short)
}

const isEnglish = () => i18n.locale === 'en'

/** Digits are the same in every language: amounts and account numbers stand beside them. */
function inLanguage(at: Date, zone = 'UTC', parts: Intl.DateTimeFormatOptions): string {
  const options = { ...parts, timeZone: zone, numberingSystem: 'latn' }
  return isolate(new Intl.DateTimeFormat(i18n.locale, options).format(at))
}
