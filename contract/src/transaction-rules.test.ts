import { expect, test } from 'vitest'
import { billers } from './catalog.ts'
import {
  hasTypedBank,
  hasTypedName,
  isCredit,
  isCryptoDeposit,
  isLoan,
  isOwnMove,
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

// shows D163
test('the name of a payee is typed where it is at another bank, of a card, a wallet or an own biller', () => {
  expect(hasTypedName({ Type: 'debit', Bank: 'Chase' })).toBe(true)
  expect(hasTypedName({ Type: 'debit', Bank: '', Swift: 'CHASUS33' })).toBe(true)
  expect(hasTypedName({ Type: 'debit', Bank: '', Swift: null })).toBe(false)
  expect(hasTypedName({ Type: 'credit', Bank: 'Chase', Swift: 'CHASUS33' })).toBe(false)
  const paid = { Type: 'debit', Purpose: 'transfer' }
  for (const Method of ['other-banks', 'wire', 'card', 'crypto', 'Bitcoin transfer', 'Bank Card']) {
    expect(hasTypedName({ ...paid, Method })).toBe(true)
    expect(hasTypedName({ ...paid, Method, Type: 'credit' })).toBe(false)
  }
  for (const Method of ['local', 'own-account', 'loan', 'interest', '', null]) {
    expect(hasTypedName({ ...paid, Method })).toBe(false)
  }
  // What a merchant took from a card comes over the network of cards.
  expect(hasTypedName({ Type: 'debit', Purpose: 'others', Method: 'card payment' })).toBe(false)
  const bill = { Type: 'debit', Purpose: 'others', Method: 'bill' }
  for (const Name of billers) expect(hasTypedName({ ...bill, Name })).toBe(false)
  for (const Name of ['Netflix', 'netflix inc', 'Netflix Inc.', 'Best Electronics Ltd', null]) {
    expect(hasTypedName({ ...bill, Name })).toBe(true)
  }
})

test('the name of a bank is typed for a wire, and chosen from a list otherwise', () => {
  expect(hasTypedBank({ Type: 'debit', Swift: 'CHASUS33' })).toBe(true)
  expect(hasTypedBank({ Type: 'debit', Swift: '' })).toBe(false)
  expect(hasTypedBank({ Type: 'credit', Swift: 'CHASUS33' })).toBe(false)
})

// shows D163
test('a move between own accounts is what the bank says is one, or else its method', () => {
  expect(isOwnMove({ Own: true, Method: 'local' })).toBe(true)
  expect(isOwnMove({ Method: 'own-account' })).toBe(true)
  expect(isOwnMove({ Method: 'local' })).toBe(false)
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
