import { expect, test } from 'vitest'
import {
  hasTypedName,
  isCredit,
  isCryptoDeposit,
  isLoan,
  partiesOf,
  stateOf,
} from './transaction-rules.ts'

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

test('the name of a payee is only typed where a payment goes to another bank', () => {
  expect(hasTypedName({ Type: 'debit', Bank: 'Chase' })).toBe(true)
  expect(hasTypedName({ Type: 'debit', Bank: '', Swift: 'CHASUS33' })).toBe(true)
  expect(hasTypedName({ Type: 'debit', Bank: '', Swift: null })).toBe(false)
  expect(hasTypedName({ Type: 'credit', Bank: 'Chase', Swift: 'CHASUS33' })).toBe(false)
})

// shows §2.13.5 §2.13.6 §2.13.7
test('the account sends a debit, receives a credit, and stands alone in a loan or crypto deposit', () => {
  const of = (line: Parameters<typeof partiesOf>[0]) => partiesOf(line, 'own', 'other')
  const paid = { sender: 'own', receiver: 'other' }
  const alone = { sender: null, receiver: 'own' }
  expect(of({ Type: 'debit' })).toEqual(paid)
  expect(of({ Type: 'debit', Purpose: 'loan' })).toEqual(paid)
  expect(of({ Type: 'debit', Gateway: 'bitcoin' })).toEqual(paid)
  expect(of({ Type: 'credit' })).toEqual({ sender: 'other', receiver: 'own' })
  expect(of({ Type: 'loan' })).toEqual(alone)
  expect(of({ Type: 'credit', Purpose: 'loan' })).toEqual(alone)
  expect(of({ Type: 'credit', Gateway: 'bitcoin' })).toEqual(alone)
})
