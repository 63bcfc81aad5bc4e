import { tickets } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'

/** What the customer wrote to the bank. */
export const ticketsQuery = queryOptions({
  queryKey: keys.tickets,
  queryFn: ({ signal }) => ask(tickets, {}, signal),
})
