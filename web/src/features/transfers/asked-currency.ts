import { type Account, type CurrencyCode, currencies, decodeSymbol } from '@passbook/contract'

/** Whether an account holds the currency that is asked for; where none is, every account will do. */
export const canPay = ({ Currency }: Account, code: string): boolean =>
  code === '' || Currency.Code.toLowerCase() === code.toLowerCase()

/** The account that pays where no other can; of several the payer chooses. */
export function onlyIn(accounts: readonly Account[], code: string): string {
  const [first, second] = accounts.filter((account) => canPay(account, code))
  return first && !second ? first.Id : ''
}

/** What stands before an amount as long as no account is chosen. */
export function symbolIn(code: string): string {
  const known = currencies[code.toLowerCase() as CurrencyCode]
  return known ? decodeSymbol(known.symbol) : '$'
}
