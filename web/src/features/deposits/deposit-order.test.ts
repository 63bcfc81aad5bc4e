import type { Account } from '@passbook/contract'
import { expect, test } from 'vitest'
import { blankDeposit, depositCheck, methodsFor, typedExpiry, usdOf } from './deposit-order.ts'

const today = '2026-03-15'
const filled = {
  account: 'a1',
  amount: '1,250.00',
  card_name: 'Ada Okafor',
  card_number: '4242 4242 4242 4242',
  card_expiry: '03/26',
  card_cv2: '123',
}

function problem(method: 'card' | 'bank', changed: Partial<typeof filled>) {
  const result = depositCheck(method, today).safeParse({ ...filled, ...changed })
  return result.success ? null : result.error.issues[0]
}

// shows §5.37 §5.38
test('account comes first, then amount, then the card; the first failing check wins', () => {
  expect(problem('card', blankDeposit)).toEqual({
    message: 'Select a destination account',
    path: ['account'],
  })
  expect(problem('card', { ...blankDeposit, account: 'a1' })).toEqual({
    message: 'Enter a valid amount',
    path: ['amount'],
  })
  expect(problem('bank', { amount: '0.00' })?.message).toBe('Enter a valid amount')
  expect(problem('bank', { card_number: '' })).toBe(null)
  expect(problem('card', {})).toBe(null)
  expect(problem('card', { card_expiry: '02/26', card_cv2: '' })?.path).toEqual(['card_expiry'])
})

// shows §9.4 D51
test.each([
  ['card_name', ' '],
  ['card_number', '4242 4242 4242 424'],
  ['card_number', '4242 4242 4242 4241'],
  ['card_expiry', '13/27'],
  ['card_expiry', '02/26'],
  ['card_cv2', '12'],
] as const)('a card with %s "%s" is refused at that field', (field, value) => {
  expect(problem('card', { [field]: value })).toEqual({
    message: 'Please supply valid card info',
    path: [field],
  })
})

test('an expiry gets its stroke, and loses it together with the digit before', () => {
  expect(typedExpiry('1', '')).toBe('1')
  expect(typedExpiry('12', '1')).toBe('12/')
  expect(typedExpiry('12/2', '12/')).toBe('12/2')
  expect(typedExpiry('12', '12/')).toBe('1')
  expect(typedExpiry('1227', '')).toBe('12/27')
})

// shows §2.14.4 §6.6 D48
test('bitcoin is offered only where it is allowed', () => {
  expect(methodsFor({ crypto: false })).toEqual(['card', 'bank'])
  expect(methodsFor({ crypto: true })).toEqual(['card', 'bank', 'bitcoin'])
})

test('an amount in another currency is told in dollars as well', () => {
  const account = { Currency: { Name: 'Euro', Symbol: '€', Code: 'eur', Value: '0.92' } } as Account
  expect(usdOf('92.00', account)).toBe('100.00')
})
