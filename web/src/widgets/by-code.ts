import { type CurrencyCode, currencies, decodeSymbol, toMoney } from '@passbook/contract'

/** An amount of which only the currency's code is known: with its symbol, or else with the code. */
export function inCode(code: string, minor: bigint): string {
  const known = currencies[code.toLowerCase() as CurrencyCode]
  return toMoney(minor, known ? decodeSymbol(known.symbol) : `${code.toUpperCase()}\u00a0`)
}
