import { type Card, cardLimits, toGrouped } from '@passbook/contract'
import { toSent } from '#ui/money-input.ts'

/** Both limits as the form has them: an empty field is none. */
export const typedLimits = ({ PerDay, PerPayment }: Pick<Card, 'PerDay' | 'PerPayment'>) => ({
  per_payment: PerPayment == null ? '' : toGrouped(PerPayment),
  per_day: PerDay == null ? '' : toGrouped(PerDay),
})
export type TypedLimits = ReturnType<typeof typedLimits>

export type Sums = { per_day?: string; per_payment?: string }

/** As they are sent. Zero goes along, so that the bank refuses it: left out it would be no limit. */
export const sentLimits = ({ per_payment, per_day }: TypedLimits): Sums => ({
  ...(per_payment.trim() && { per_payment: toSent(per_payment) }),
  ...(per_day.trim() && { per_day: toSent(per_day) }),
})

/** The checks of the call, for the fields of the form. */
export const limitCheck = (id: string) => ({
  safeParse: (values: unknown) =>
    cardLimits.request.safeParse({
      ...{ id, online: 'true', abroad: 'true' },
      ...sentLimits(values as TypedLimits),
    }),
})
