import { expect, test } from 'vitest'
import { isCredit, isCryptoDeposit, isLoan, stateOf } from './transaction-rules.ts'

test('anything but a debit comes in', () => {
  expect(isCredit({ Type: 'credit' })).toBe(true)
  expect(isCredit({ Type: 'loan' })).toBe(true)
  expect(isCredit({ Type: 'debit' })).toBe(false)
})

test('a loan is told by its type or its purpose, and paying it back is none', () => {
  expect(isLoan({ Type: 'loan' })).toBe(true)
  expect(isLoan({ Type: 'credit', Purpose: 'loan' })).toBe(true)
  expect(isLoan({ Type: 'debit', Purpose: 'loan' })).toBe(false)
  expect(isLoan({ Type: 'credit', Purpose: null })).toBe(false)
})

test('a crypto deposit is what came in by such a method or gateway, in whatever case', () => {
  expect(isCryptoDeposit({ Type: 'credit', Method: 'Crypto deposit' })).toBe(true)
  expect(isCryptoDeposit({ Type: 'credit', Method: null, Gateway: 'BITCOIN' })).toBe(true)
  expect(isCryptoDeposit({ Type: 'debit', Method: 'crypto', Gateway: 'bitcoin' })).toBe(false)
  expect(isCryptoDeposit({ Type: 'credit', Method: 'bank', Gateway: null })).toBe(false)
  // Two fields, not one word.
  expect(isCryptoDeposit({ Type: 'credit', Method: 'bit', Gateway: 'coin' })).toBe(false)
})

test('a state that is not known counts as failed', () => {
  expect(stateOf({ State: 'completed' })).toBe('completed')
  expect(stateOf({ State: 'pending' })).toBe('pending')
  for (const State of ['failed', 'reversed', 'Completed', '']) {
    expect(stateOf({ State })).toBe('failed')
  }
})
