import { budgets, type CurrencyCode, categoryRules, insights } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'

/** A month, or this one; in a currency, or that of the first account. */
export const insightsQuery = (month: string | undefined, currency: CurrencyCode | undefined) =>
  queryOptions({
    queryKey: [...keys.insights, 'month', month, currency],
    queryFn: ({ signal }) =>
      ask(insights, { ...(month && { month }), ...(currency && { currency }) }, signal),
    placeholderData: (before) => before,
  })

export const budgetsQuery = (month: string) =>
  queryOptions({
    queryKey: [...keys.insights, 'budgets', month],
    queryFn: ({ signal }) => ask(budgets, { month }, signal),
    placeholderData: (before) => before,
  })

export const rulesQuery = queryOptions({
  queryKey: [...keys.insights, 'rules'],
  queryFn: ({ signal }) => ask(categoryRules, {}, signal),
})
