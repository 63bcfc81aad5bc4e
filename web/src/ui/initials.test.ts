import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test('initials are the first letters of the first and the last name', () => {
  expect(initialsOf('Bob van Stone')).toBe('BS')
  expect(initialsOf(' acme ')).toBe('A')
  expect(initialsOf('')).toBe('')
})
