import { expect, test } from 'vitest'
import { billers } from './catalog.ts'
import { hasTypedBank, hasTypedName, isOwnMove, partiesOf } from './parties.ts'

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

test('a move between own accounts is what the bank says is one, or else its method', () => {
  expect(isOwnMove({ Own: true, Method: 'local' })).toBe(true)
  expect(isOwnMove({ Method: 'own-account' })).toBe(true)
  expect(isOwnMove({ Method: 'local' })).toBe(false)
})

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
