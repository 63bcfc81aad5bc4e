import { paymentRequests, receiveInto, requestQr } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'

/** What the customer asks others for. */
export const requestsQuery = queryOptions({
  queryKey: keys.requests,
  queryFn: ({ signal }) => ask(paymentRequests, {}, signal),
})

/** The picture of one link. It lies beside the list: news of the list say nothing new about it. */
export const qrQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.requestCode, id],
    queryFn: ({ signal }) => ask(requestQr, { id }, signal),
  })

/** How an account is paid from another bank. */
export const receiveQuery = (accountId: string, wanted: { amount?: string; note?: string }) =>
  queryOptions({
    queryKey: [...keys.receive, accountId, wanted],
    queryFn: ({ signal }) => ask(receiveInto, { accountId, ...wanted }, signal),
  })
