import type { Transaction } from './accounts.ts'
import { billers } from './catalog.ts'
import { isCredit, isCryptoDeposit, isLoan } from './transaction-rules.ts'

type Line<Field extends keyof Transaction> = Pick<Transaction, Field>

/** A move between two accounts of one customer; where nothing says so, the method of the transfer does. */
export const isOwnMove = ({ Own, Method }: Line<'Own' | 'Method'>): boolean =>
  Own ?? Method === 'own-account'

/**
 * Whether the payee's name is only what somebody typed: it is at another bank, is of a card or a wallet, or
 * is a biller that is none of the bank's own. What a merchant takes from a card is no transfer to one.
 */
export function hasTypedName(
  line: Line<'Type' | 'Purpose' | 'Method' | 'Name' | 'Bank' | 'Swift'>,
): boolean {
  if (isCredit(line)) return false
  const method = line.Method ?? ''
  if (line.Bank || line.Swift || /other.?bank|wire|crypto|bitcoin/i.test(method)) return true
  if (/bill/i.test(method)) return !(billers as readonly string[]).includes(line.Name ?? '')
  return line.Purpose === 'transfer' && /card/i.test(method)
}

/** The same of the payee's bank: of a wire it is typed, for another bank it is chosen from a list. */
export const hasTypedBank = (line: Line<'Type' | 'Swift'>): boolean =>
  !isCredit(line) && Boolean(line.Swift)

/**
 * Which side sent and which received; the sides are whatever the caller shows. Loans and crypto deposits
 * have no sender that a receipt could name.
 */
export function partiesOf<Side>(
  line: Line<'Type' | 'Purpose' | 'Method' | 'Gateway'>,
  own: Side,
  other: Side,
): { sender: Side | null; receiver: Side } {
  if (isLoan(line) || isCryptoDeposit(line)) return { sender: null, receiver: own }
  return isCredit(line) ? { sender: other, receiver: own } : { sender: own, receiver: other }
}
