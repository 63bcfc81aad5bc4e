import { expect, test } from 'vitest'
import { codePath, titleOf } from './paths.ts'

test.each(['Authentication', 'Login Verification', 'verify', 'a'.repeat(40)])(
  '"%s" may be a title',
  (title) => expect(titleOf(title)).toBe(title),
)

test.each([
  undefined,
  '',
  'Call 555 0100',
  'a'.repeat(41),
  '<b>Bank</b>',
  'evil.example',
  'Bаnk', // The second letter is Cyrillic.
  'two  spaces',
])('%j is no title', (title) => expect(titleOf(title)).toBe('Authentication'))

test('buffer and header are escaped in the path', () => {
  expect(codePath('b/1', 'Login Code')).toBe('/authentication/b%2F1/Login%20Code')
  expect(codePath('b1')).toBe('/authentication/b1')
})
