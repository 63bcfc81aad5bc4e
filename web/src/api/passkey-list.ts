import { passkeys } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import { keys } from './keys.ts'

/** The customer's passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: keys.passkeys,
  queryFn: ({ signal }) => ask(passkeys, {}, signal),
})
