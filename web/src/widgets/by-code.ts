import { decodeSymbol, symbolOfCode, toMoney } from '@passbook/contract'

/** What stands before an amount of which only the currency's code is known: its symbol, or else the code. */
export const symbolIn = (code: string | undefined) => decodeSymbol(symbolOfCode(code))

/** Such an amount. */
export const inCode = (code: string, minor: bigint) => toMoney(minor, symbolIn(code))
