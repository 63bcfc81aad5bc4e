import { type Forecast, forecast } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'

/**
 * What will be in an account, for the overview and its own page alike. Under the key of the account's
 * totals, which are asked for again whenever money has moved; a bill or an order that was changed
 * meanwhile is seen when a page opens.
 */
export const forecastQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...keys.overviewsOf(accountId), 'forecast'],
    queryFn: ({ signal }) => ask(forecast, { accountId, days: 30 }, signal),
    staleTime: 0,
  })

/** What the account's pots hold: neither available nor reserved for a payment. */
export const inPotsOf = ({ balance, holds, available }: Forecast): bigint =>
  holds.reduce((rest, { amount }) => rest - amount, balance) - available
