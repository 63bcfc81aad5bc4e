import { billers } from '@passbook/contract'
import { expect, test } from 'vitest'
import { initialsOf } from '#ui/initials.ts'
import { billCheck, billState, skipQuestion, withFixedBillers } from './bill-facts.ts'

const filled = {
  biller: 'Netflix Inc',
  accountName: 'ada@home',
  account: 'a1',
  type: 'one time',
  amount: '15.49',
  date: '2026-03-15',
}
const today = '2026-03-15'
const checked = billCheck(today)

test.each([
  ['biller', '', 'Select a biller'],
  ['accountName', ' ', 'Enter your account name'],
  ['account', '', 'Select a source acount'],
  ['type', '', 'Select bill type'],
  ['amount', '0.00', 'Enter a valid amount'],
  ['date', '', 'select billing date'],
  ['date', '2026-03-14', 'Select a billing date from today on'],
])('a bill whose %s is "%s" is refused there: %s', (field, value, message) => {
  expect(checked.safeParse({ ...filled, [field]: value })).toEqual({
    success: false,
    error: { issues: [{ message, path: [field] }] },
  })
})

test('all that a bill lacks is found, in the order of the form, and a date is past only then', () => {
  const empty = { biller: '', accountName: '', account: 'a1', type: '', amount: '', date: '' }
  const result = checked.safeParse(empty)
  const issues = result.success ? [] : result.error.issues
  expect(issues.map(({ path }) => path[0])).toEqual([
    ...['biller', 'accountName', 'type', 'amount', 'date'],
  ])
  expect(issues.at(-1)?.message).toBe('select billing date')
})

test('skipping names the date that is left out and the one that follows', () => {
  const bill = { Name: 'Netflix Inc', Date: '2026-01-31', NextDate: '2026-02-28' }
  expect(skipQuestion(bill)).toBe(
    'Skip Netflix Inc on 31 Jan 2026? Nothing is paid for that date. The next one is 28 Feb 2026.',
  )
  expect(skipQuestion({ ...bill, NextDate: null })).toBeNull()
})

test('a bill may be due today', () => {
  expect(checked.safeParse(filled).success).toBe(true)
})

// shows §2.18.2 §3.16 D136
test('the five are always there, first, and none twice, whatever the bank names', () => {
  const five = ['Amazon Prime', 'Apple Inc', 'Netflix Inc', 'AT&T Inc', 'Meta Platforms']
  const names = (named: string[]) =>
    withFixedBillers(named.map((Name) => ({ Name }))).map(({ Name }) => Name)
  expect(names([])).toEqual(five)
  expect(names([...five, 'City Water'])).toEqual([...five, 'City Water'])
  expect(names(['City Water', 'netflix inc ', 'Gas'])).toEqual([...five, 'City Water', 'Gas'])
})

// shows D81
test('every fixed biller has a face of its own: letters of its name in a tint', () => {
  const monograms = billers.map(initialsOf)
  expect(monograms).toEqual(['AP', 'Ap', 'Ne', 'AT', 'MP'])
  expect(new Set(monograms).size).toBe(billers.length)
})

test('states are told in words', () => {
  expect(['active', 'paid', 'failed', 'odd'].map((state) => billState(state).label)).toEqual([
    'Active',
    'Paid',
    'Failed',
    'odd',
  ])
})
