import type { Transaction } from '@passbook/contract'
import { expect, test } from 'vitest'
import { newsWords } from './news-words.ts'

const line = (change: Partial<Transaction>) =>
  ({ Type: 'debit', State: 'completed', Purpose: 'transfer', ...change }) as Transaction

test('what has happened is said, what still waits is not, and nothing twice', () => {
  expect(newsWords([line({})])).toBe('Transfer completed')
  expect(newsWords([line({ Type: 'credit' }), line({ Type: 'credit' })])).toBe('Money received')
  expect(newsWords([line({ State: 'failed' }), line({})])).toBe(
    'Transfer failed. Transfer completed',
  )
  expect(newsWords([line({ State: 'pending' })])).toBe('')
  expect(newsWords([line({ Type: 'credit', Purpose: 'loan' })])).toBe('Loan completed')
  expect(newsWords([line({ Purpose: 'loan' })])).toBe('Transfer completed')
})
