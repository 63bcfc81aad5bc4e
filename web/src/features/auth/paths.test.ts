import { expect, test } from 'vitest'
import { codePath, titleOf } from './paths.ts'

test.each([
  undefined,
  '',
  'Authentication',
  ' Authentication ',
  'Call 555 0100',
  'Your account is locked',
  '<b>Bank</b>',
  'evil.example',
])('%j reads as the title that the bank gives', (title) =>
  expect(titleOf(title)).toBe('Authentication'),
)

test('buffer and header are escaped in the path', () => {
  expect(codePath('b/1', 'Login Code')).toBe('/authentication/b%2F1/Login%20Code')
  expect(codePath('b1')).toBe('/authentication/b1')
})
