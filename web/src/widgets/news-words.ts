import type { Transaction } from '@passbook/contract'
import { isCredit, isLoan, stateOf } from './transaction-facts.ts'

/** What is said aloud about lines that have just come or changed; nothing about what still waits. */
export function newsWords(lines: readonly Transaction[]): string {
  const words = lines.map(wordsOf).filter((text) => text !== null)
  return [...new Set(words)].join('. ')
}

function wordsOf(line: Transaction): string | null {
  const state = stateOf(line)
  if (state === 'pending') return null
  const done = state === 'completed'
  if (isLoan(line)) return done ? 'Loan completed' : 'Loan declined'
  if (isCredit(line)) return done ? 'Money received' : 'Deposit failed'
  return done ? 'Transfer completed' : 'Transfer failed'
}
