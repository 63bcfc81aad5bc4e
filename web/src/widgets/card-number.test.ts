import { expect, test } from 'vitest'
import { groupCard, maskedCard } from './card-number.ts'

test('a card number is typed in groups of four and shown again by its last four', () => {
  expect(groupCard('42424')).toBe('4242 4')
  expect(groupCard('4242-4242-4242-4242-99')).toBe('4242 4242 4242 4242')
  expect(groupCard('4242')).toBe('4242')
  expect(maskedCard('4242 4242 4242 4321')).toBe('**** 4321')
})
