import { type Account, accountTypeLabel, decodeSymbol, toMoney } from '@passbook/contract'
import { told } from '#i18n/t.ts'

export const symbolOf = ({ Currency }: Account) => decodeSymbol(Currency.Symbol)
export const codeOf = ({ Currency }: Account) => Currency.Code.toUpperCase()

/** An amount in the account's currency. */
export function inCurrency(account: Account, minor: bigint): string {
  return toMoney(minor, symbolOf(account))
}

/** `Savings ·· 1404`: what kind of account it is, and which. */
export const kindOf = ({ Type, Number: number }: Account) =>
  `${shortType(Type)} ·· ${number.slice(-4)}`

/** What the short name of an account leaves to be said: of one that is its type, only the number. */
export const restOf = (name: string, account: Account) =>
  name.startsWith(shortType(account.Type)) ? `·· ${account.Number.slice(-4)}` : kindOf(account)

/** `Savings`, `Fixed Deposit`: the label of a type where there is little room. */
function shortType(type: string): string {
  return told(accountTypeLabel(type).replace(/ Account$/, ''))
}

/**
 * The shortest names that tell a customer's accounts apart: the one that the customer gave, where it
 * is more than the holder's own; else the type, with the currency where two share it, with the end of
 * the number where even that is not enough.
 */
export function shortNames(accounts: readonly Account[], holder = ''): string[] {
  const given = ({ Name }: Account) => (Name.trim() === holder ? '' : Name.trim())
  const ways: ((account: Account) => string)[] = [
    given,
    ({ Type }) => shortType(Type),
    (account) => `${shortType(account.Type)} ${codeOf(account)}`,
    (account) => `${shortType(account.Type)} ${codeOf(account)} ··${account.Number.slice(-4)}`,
  ]
  return accounts.map((account) => {
    const alone = (way: (one: Account) => string) =>
      way(account) !== '' && accounts.filter((other) => way(other) === way(account)).length === 1
    const way = ways.find(alone) ?? ways.at(-1)
    return way?.(account) ?? account.Number
  })
}
