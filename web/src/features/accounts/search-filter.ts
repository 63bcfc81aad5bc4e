import { searchDirections, searchStates, searchTypes } from '@passbook/contract'
import { msg } from '#i18n/t.ts'

/** What is looked for, as the address says it: `q` for the words, the rest by name. */
export type SearchFilter = {
  q: string
  direction: string
  state: string
  type: string
  min: string
  max: string
  account: string
}

export const noFilter: SearchFilter = {
  ...{ q: '', direction: '', state: '', type: '', min: '', max: '', account: '' },
}

const names = Object.keys(noFilter) as (keyof SearchFilter)[]

const choices: Partial<Record<keyof SearchFilter, readonly string[]>> = {
  direction: searchDirections,
  state: searchStates,
  type: searchTypes,
}

/** What an address asks for; a choice that there is none of is read as if it were not there. */
export function readFilter(search: URLSearchParams): SearchFilter {
  const read = (name: keyof SearchFilter) => {
    const value = (search.get(name) ?? '').trim()
    return choices[name]?.includes(value) === false ? '' : value
  }
  return Object.fromEntries(names.map((name) => [name, read(name)])) as SearchFilter
}

/** The same address with another filter. Another filter begins at the first page. */
export function writeFilter(search: URLSearchParams, filter: SearchFilter): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('page')
  next.delete('find')
  for (const name of names) {
    if (filter[name]) next.set(name, filter[name])
    else next.delete(name)
  }
  return next
}

export const isSearching = (filter: SearchFilter) => names.some((name) => filter[name] !== '')

export const directionLabels = { in: msg('Money in'), out: msg('Money out') }
export const stateLabels = {
  completed: msg('Completed'),
  pending: msg('Pending'),
  failed: msg('Failed'),
}
export const typeLabels = { transfer: msg('Transfer'), loan: msg('Loan'), others: msg('Others') }
