import type { Transaction } from './accounts.ts'

type Line<Field extends keyof Transaction> = Pick<Transaction, Field>

/** Anything but a debit comes in. */
export const isCredit = ({ Type }: Line<'Type'>) => Type !== 'debit'

/** A loan is told by its type or its purpose; the debit that pays one back is a payment. */
export const isLoan = ({ Type, Purpose }: Line<'Type' | 'Purpose'>) =>
  Type === 'loan' || (Purpose === 'loan' && Type !== 'debit')

export function isCryptoDeposit(line: Line<'Type' | 'Method' | 'Gateway'>): boolean {
  const rail = `${line.Method ?? ''} ${line.Gateway ?? ''}`
  return isCredit(line) && /crypto|bitcoin/i.test(rail)
}

/** A state that is not known counts as failed: it proves no payment. */
export function stateOf({ State }: Line<'State'>): 'completed' | 'pending' | 'failed' {
  return State === 'completed' || State === 'pending' ? State : 'failed'
}

/** Whether the payee's name is only what the customer typed: the account is at another bank. */
export const hasTypedName = (line: Line<'Type' | 'Bank' | 'Swift'>) =>
  !isCredit(line) && Boolean(line.Bank || line.Swift)

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
