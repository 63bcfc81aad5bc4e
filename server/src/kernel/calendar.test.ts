import { monthsAfter } from '@passbook/contract'
import { expect, test } from 'vitest'
import { monthLater, monthsBetween } from './calendar.ts'

test('the 31st falls on the last day of shorter months and comes back', () => {
  const days = Array.from({ length: 14 }, (_, months) => monthsAfter('2027-12-31', months))
  expect(days).toEqual([
    ...['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31'],
    ...['2028-06-30', '2028-07-31', '2028-08-31', '2028-09-30', '2028-10-31', '2028-11-30'],
    ...['2028-12-31', '2029-01-31'],
  ])
  expect(monthsAfter('2027-01-30', 1)).toBe('2027-02-28')
  expect(monthsAfter('2027-01-29', 13)).toBe('2028-02-29')
  expect(monthsAfter('2027-05-15', 8)).toBe('2028-01-15')
})

test('a month later than a short one is the day that all began with', () => {
  expect(monthLater('2027-01-31', '2027-01-31')).toBe('2027-02-28')
  expect(monthLater('2027-01-31', '2027-02-28')).toBe('2027-03-31')
  expect(monthLater('2027-11-30', '2028-02-29')).toBe('2028-03-30')
})

test('months are counted by the calendar, not by their days', () => {
  expect(monthsBetween('2027-01-31', '2027-02-28')).toBe(1)
  expect(monthsBetween('2027-11-30', '2028-02-29')).toBe(3)
  expect(monthsBetween('2027-11-30', '2027-11-30')).toBe(0)
})
