import { limits, searchWords } from '@passbook/contract'
import { paths } from '#paths.ts'

/** All lines with a name: its first words, as many as a search takes. */
export function searchPath(name: string): string {
  const text = searchWords(name).slice(0, limits.searchWords).join(' ')
  const end = text.length > limits.searchChars ? text.lastIndexOf(' ', limits.searchChars) : -1
  // A single word that is too long is found by its beginning.
  const q = text.slice(0, end > 0 ? end : limits.searchChars)
  return `${paths.transactions}?${new URLSearchParams({ q })}`
}
