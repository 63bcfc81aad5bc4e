import { type CurrencyCode, currencies, decodeSymbol, formatDay, toMoney } from '@passbook/contract'

/** `$1,450.00`: an amount as a notice says it, and every page. */
export const sumWords = (minor: bigint, currency: CurrencyCode): string =>
  toMoney(minor, decodeSymbol(currencies[currency].symbol))

/** `05 Mar 2024`, of a day yyyy-mm-dd. */
export const dayWords = (day: string): string => formatDay(new Date(`${day}T00:00:00Z`))

/** Whose account is closed: the payer's own, or that of somebody who was paid. */
export const closedWords = (closed: {
  isOwn: boolean
  /** Of the own account what it is called, of another its holder. */
  name: string
  number: string
}): string =>
  closed.isOwn
    ? `Your account ${closed.name}, ${closed.number}, is closed`
    : `The account of ${closed.name}, ${closed.number}, is closed`
