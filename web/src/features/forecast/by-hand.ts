import type { Forecast, ForecastReason } from '@passbook/contract'

/**
 * An instalment that the customer pays by hand. Nobody knows on which day: it is no part of a day's figure,
 * and is taken off what is safe to spend.
 */
export const isByHand = ({ kind, expected }: Pick<ForecastReason, 'kind' | 'expected'>) =>
  kind === 'instalment' && expected

/** What of it is taken off: all that is due until then. */
export const owedByHand = ({ days, until }: Pick<Forecast, 'days' | 'until'>): bigint =>
  days
    .flatMap(({ on, reasons }) => (on <= until ? reasons.filter(isByHand) : []))
    .reduce((total, { amount }) => total - amount, 0n)
