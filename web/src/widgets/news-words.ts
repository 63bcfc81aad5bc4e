import type { Transaction } from '@passbook/contract'
import { t } from '#i18n/t.ts'
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
  if (isLoan(line)) return done ? t('Loan completed') : t('Loan declined')
  if (isCredit(line)) return done ? t('Money received') : t('Deposit failed')
  return done ? t('Transfer completed') : t('Transfer failed')
}
