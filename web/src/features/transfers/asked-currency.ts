import type { Account } from '@passbook/contract'

/** Whether an account holds the currency that is asked for; where none is, every account will do. */
export const canPay = ({ Currency }: Account, code: string): boolean =>
  code === '' || Currency.Code.toLowerCase() === code.toLowerCase()

/** The account that pays where no other can; of several the payer chooses. */
export function onlyIn(accounts: readonly Account[], code: string): string {
  const [first, second] = accounts.filter((account) => canPay(account, code))
  return first && !second ? first.Id : ''
}
