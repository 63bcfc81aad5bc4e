import { type Output, type readLimits, saveLimits, toGrouped } from '@passbook/contract'
import { hoursTo } from '#api/hours-to.ts'
import { page } from '#api/page.ts'
import { formatDateTime } from '#i18n/dates.ts'
import { t } from '#i18n/t.ts'
import { inCode } from '#widgets/by-code.ts'

export type Limits = Output<typeof readLimits>
type Pair = Pick<Limits, 'PerDay' | 'PerTransfer'>

export const inUsd = (minor: bigint) => inCode('usd', minor)

/** A pair of limits, each in words. */
export function factsOf({ PerDay, PerTransfer }: Pair) {
  return [
    { label: t('In a day'), value: limitWords(PerDay) },
    { label: t('At a time'), value: limitWords(PerTransfer) },
  ]
}

const limitWords = (minor: bigint | null) =>
  minor === null ? t('No limit of your own') : inUsd(minor)

/** What holds for a day: the customer's own limit, but never more than the bank's. */
export function dayLimit({ PerDay, BankPerDay }: Limits): bigint {
  return PerDay !== null && PerDay < BankPerDay ? PerDay : BankPerDay
}

/** How much of the day's limit is used, from 0 to 1. */
export function usedShare(limits: Limits): number {
  const most = dayLimit(limits)
  if (most <= 0n || limits.SentToday >= most) return 1
  return Number((limits.SentToday * 1000n) / most) / 1000
}

/** The limits as a form has them, and as it sends them: an empty field is none of one's own. */
export const typedOf = ({ PerDay, PerTransfer }: Pair) => ({
  per_day: PerDay === null ? '' : toGrouped(PerDay),
  per_transfer: PerTransfer === null ? '' : toGrouped(PerTransfer),
})

export const sentOf = ({ per_day, per_transfer }: ReturnType<typeof typedOf>) => ({
  per_day: per_day.trim() || undefined,
  per_transfer: per_transfer.trim() || undefined,
})

/** The checks of the call, for the fields of the form. */
export const limitsCheck = {
  safeParse: (values: unknown) =>
    saveLimits.request.safeParse(sentOf(values as ReturnType<typeof typedOf>)),
}

/** Until when strangers get small sums only. */
export function coolingWords(until: Date): string {
  const n = hoursTo(until)
  return n === null
    ? t(
        'Something about your security was changed. Until {at}, recipients whom you have not paid before get small amounts only.',
        { at: formatDateTime(until, page.bankZone) },
      )
    : t(
        'Something about your security was changed. For {n, plural, one {another hour} other {another # hours}}, recipients whom you have not paid before get small amounts only.',
        { n },
      )
}

/** From when other limits hold. */
export function comingWords(from: Date): string {
  const n = hoursTo(from)
  return n === null
    ? t('These limits hold from {at}:', { at: formatDateTime(from, page.bankZone) })
    : t('These limits hold in {n, plural, one {an hour} other {# hours}}:', { n })
}
