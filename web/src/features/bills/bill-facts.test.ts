import { billers } from '@passbook/contract'
import { expect, test } from 'vitest'
import { billCheck, billState, dayOf, monogramOf } from './bill-facts.ts'

const filled = {
  biller: 'Netflix Inc',
  accountName: 'ada@home',
  account: 'a1',
  type: 'one time',
  amount: '15.49',
  date: '2026-03-15',
}

test.each([
  ['biller', '', 'Select a biller'],
  ['accountName', ' ', 'Enter your account name'],
  ['account', '', 'Select a source acount'],
  ['type', '', 'Select bill type'],
  ['amount', '0.00', 'Enter a valid amount'],
  ['date', '', 'select billing date'],
  ['date', '2026-03-14', 'Select a billing date from today on'],
])('a bill whose %s is "%s" is refused there: %s', (field, value, message) => {
  expect(billCheck('2026-03-15').safeParse({ ...filled, [field]: value })).toEqual({
    success: false,
    error: { issues: [{ message, path: [field] }] },
  })
})

test('a bill may be due today', () => {
  expect(billCheck('2026-03-15').safeParse(filled).success).toBe(true)
})

test('every fixed biller has a monogram of its own', () => {
  expect(billers.map(monogramOf)).toEqual(['Am', 'Ap', 'Ne', 'AT', 'Me'])
})

test('states and dates are told in words', () => {
  expect(['active', 'paid', 'failed', 'odd'].map((state) => billState(state).label)).toEqual([
    'Active',
    'Paid',
    'Failed',
    'odd',
  ])
  expect(dayOf('2026-03-05')).toBe('05 Mar 2026')
})
