import { useAccounts, useName } from '#session/customer.ts'
import { shortNames } from './account-facts.ts'

/** The accounts under their shortest names, by id. */
export function useAccountNames(): Map<string, string> {
  const accounts = useAccounts()
  const names = shortNames(accounts, useName().full)
  return new Map(accounts.map(({ Id }, at) => [Id, names[at] ?? '']))
}
