import { type Output, type readLimits, saveLimits, toGrouped } from '@passbook/contract'
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
