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
