import { type CurrencyCode, currencies, decodeSymbol, toMoney } from '@passbook/contract'

/** What is asked for, as money of its currency. */
export function amountOf({ Amount, Currency }: { Amount: bigint; Currency: { Code: string } }) {
  const known = currencies[Currency.Code.toLowerCase() as CurrencyCode]
  return toMoney(Amount, known ? decodeSymbol(known.symbol) : `${Currency.Code} `)
}
