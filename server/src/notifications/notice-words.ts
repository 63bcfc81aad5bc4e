import { type CurrencyCode, currencies, decodeSymbol, messages, toMoney } from '@passbook/contract'

/** A decided statement line with its account, as far as it is told. */
export type Movement = {
  type: 'credit' | 'debit'
  state: 'completed' | 'failed'
  amountMinor: bigint
  currency: CurrencyCode
  purpose: string
  method: string
  /** The other party; empty where there is none to name. */
  name: string
  ownAccount: boolean
  failureReason: string | null
  accountName: string
  accountNumber: string
}

/** What a customer reads about a movement. */
export function wordsOf(movement: Movement): { title: string; body: string } {
  return { title: titleOf(movement), body: bodyOf(movement) }
}

/** What its customer took back is no mishap, and is not told as one. */
const isCalledBack = ({ failureReason }: Movement) => failureReason === messages.calledBack

const isCardPayment = ({ method, type }: Movement) => method === 'card payment' && type === 'debit'

function titleOf(movement: Movement): string {
  const { type, state, purpose, method, ownAccount } = movement
  const done = state === 'completed'
  if (isCalledBack(movement)) return 'Transfer called back'
  if (purpose === 'loan') {
    if (type === 'credit') return done ? 'Loan paid out' : 'Loan declined'
    return done ? 'Loan repaid' : 'Loan repayment failed'
  }
  if (method === 'interest') return 'Interest paid'
  // A hold that is not, or not wholly, collected is no payment that failed.
  if (isCardPayment(movement)) return done ? 'Card payment' : 'Card hold released'
  if (method === 'bill') return done ? 'Bill paid' : 'Bill payment failed'
  if (ownAccount) return done ? 'Moved between your accounts' : 'Transfer failed'
  if (type === 'credit') return done ? 'Money received' : 'Deposit failed'
  return done ? 'Money sent' : 'Transfer failed'
}

function bodyOf(movement: Movement): string {
  const { type, state, name, accountName, accountNumber, failureReason } = movement
  const symbol = decodeSymbol(currencies[movement.currency].symbol)
  const amount = toMoney(movement.amountMinor, symbol)
  const account = `${accountName} (${accountNumber})`
  const [toward, inOut] = type === 'credit' ? ['from', 'to'] : ['to', 'from']
  const party = name ? ` ${toward} ${name}` : ''
  // The other party is the bank itself; what stands in its place is what for.
  if (movement.method === 'interest') return `${amount} to ${account}: ${name}.`
  if (isCardPayment(movement)) {
    return state === 'completed'
      ? `${amount} at ${name}, from ${account}.`
      : `${amount} held for ${name} is free again on ${account}: ${failureReason ?? ''}.`
  }
  if (state === 'completed') return `${amount}${party}, ${inOut} ${account}.`
  if (isCalledBack(movement)) return `${amount}${party}, ${inOut} ${account}, was called back.`
  const why = failureReason ? `: ${failureReason.replace(/\.$/, '')}` : ''
  return `${amount}${party}, ${inOut} ${account}, did not go through${why}.`
}
