import { beneficiaries } from '@passbook/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import { keys } from './keys.ts'

/** The saved recipients. */
export const beneficiariesQuery = queryOptions({
  queryKey: keys.beneficiaries,
  queryFn: ({ signal }) => ask(beneficiaries, {}, signal),
})
