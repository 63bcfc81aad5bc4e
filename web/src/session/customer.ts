import type { Account, Feature } from '@passbook/contract'
import { createContext, use } from 'react'
import { accountsIn, hasFeature, type InitUser } from '#api/init-user.ts'
import { useSessionState } from './session.tsx'

const Told = createContext<InitUser | null>(null)

/** Watched once, by the area, and handed on: forty parts of a page that each watch take longer to begin than to draw. */
export const CustomerProvider = Told.Provider

/** Everything that init-user told. The area is drawn only once it is there. */
export function useCustomer(): InitUser {
  const customer = use(Told)
  if (!customer) throw new Error('The customer is read after the first load only')
  return customer
}

/** Whether the server has something that the specification does not ask of it. */
export const useFeature = (feature: Feature): boolean => hasFeature(useCustomer(), feature)

export function useAccounts(): readonly Account[] {
  return accountsIn(useCustomer())
}

/** The account that all pages show: the chosen one, or the first. Null where there is none. */
export function useSelectedAccount(): Account | null {
  const accounts = useAccounts()
  const chosen = useSessionState('accountId')
  return accounts.find(({ Id }) => Id === chosen) ?? accounts[0] ?? null
}

/** How a customer is called, in full and in two letters. */
export function useName() {
  const { user, imageUrl } = useCustomer()
  const first = user.Name || user.first_name || ''
  const last = user.Surname || user.last_name || ''
  const full = [first, last].filter(Boolean).join(' ')
  const letter = (name: string) => [...name.trim()][0]?.toLocaleUpperCase() ?? ''
  return {
    first,
    full: full || (user.Username ?? ''),
    initials: letter(first) + letter(last),
    letter: letter(first),
    picture: user.Profilepic ? `${imageUrl ?? ''}${user.Profilepic}` : null,
  }
}
