import { expect, test } from 'vitest'
import { titleOf } from './code-title.ts'

// shows §2.6.1 D140
test('what the sign-in answered is the title, in one line of at most 40 characters', () => {
  expect(titleOf('Confirm it is you')).toBe('Confirm it is you')
  expect(titleOf(' Confirm\nit ')).toBe('Confirm it')
  expect(titleOf('x'.repeat(41))).toBe('x'.repeat(40))
})

// shows §2.6.1 D20
test.each([undefined, null, '', '  ', 7, { header: 'x' }])('%j is no title', (told) =>
  expect(titleOf(told)).toBe('Authentication'),
)
