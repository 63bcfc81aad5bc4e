import { monthOfYear } from '#i18n/month.ts'
import { t } from '#i18n/t.ts'

/** From when a change holds, where another month than this one is looked at; else null. */
export function sinceWords(month: string, thisMonth: string): string | null {
  if (month >= thisMonth) return null
  return t('What you change here holds from {month} on.', { month: monthOfYear(thisMonth) })
}
