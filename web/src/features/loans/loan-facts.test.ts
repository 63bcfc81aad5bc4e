import { expect, test } from 'vitest'
import { dayOf, isOpen, stateOf } from './loan-facts.ts'

test('every state has its word; an unknown one says itself', () => {
  const words = ['requested', 'active', 'repaid', 'declined', 'frozen'].map(
    (State) => stateOf({ State }).label,
  )
  expect(words).toEqual(['Requested', 'Active', 'Repaid', 'Declined', 'frozen'])
})

test('a loan is open while it is asked for or owed', () => {
  const open = ['requested', 'active', 'repaid', 'declined'].filter((State) => isOpen({ State }))
  expect(open).toEqual(['requested', 'active'])
})

test('a due date reads as a day, whatever the zone of the reader', () => {
  expect(dayOf('2026-03-05')).toBe('05 Mar 2026')
})
