import { standingOrder } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'

/** One with its history. Under the key of all: asked for again whenever anything has moved. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.standingOrders, id],
    queryFn: ({ signal }) => ask(standingOrder, { id }, signal),
  })
