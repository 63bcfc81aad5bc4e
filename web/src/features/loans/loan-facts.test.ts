import { expect, test } from 'vitest'
import { isOpen, stateOf } from './loan-facts.ts'

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
