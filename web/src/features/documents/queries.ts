import { documents } from '@passbook/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'

/** Where the bank cannot tell by itself that a file is ready, the page asks. */
const askAgainMs = 5_000

/** The documents of a year; of the newest without one. */
export const documentsQuery = (year: string) =>
  queryOptions({
    queryKey: [...keys.documents, year],
    queryFn: ({ signal }) => ask(documents, year ? { year } : {}, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.List.some(({ State }) => State === 'making') ? askAgainMs : false,
  })
