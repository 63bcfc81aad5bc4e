import { type Account, accountInterest } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { inCurrency } from '#widgets/account-facts.ts'

/** What an account earns. Under the customer's key: asked for again whenever anything has moved. */
export const interestQuery = (accountId: string, month?: string) =>
  queryOptions({
    queryKey: [...keys.initUser, 'interest', accountId, month ?? ''],
    queryFn: ({ signal }) => ask(accountInterest, { accountId, month }, signal),
  })

/** What is counted in millionths of a cent, in whole cents. */
export const inCents = (account: Account, millionths: bigint) =>
  inCurrency(account, millionths / 1_000_000n)
