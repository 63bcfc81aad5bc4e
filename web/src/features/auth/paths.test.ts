import { expect, test } from 'vitest'
import { codePath, titleOf } from './paths.ts'

test.each(['Authentication', ' Authentication '])('%j may be a title', (title) =>
  expect(titleOf(title)).toBe('Authentication'),
)

test.each([
  undefined,
  '',
  'Call 555 0100',
  'Your account is locked',
  '<b>Bank</b>',
  'evil.example',
])('%j is no title', (title) => expect(titleOf(title)).toBe('Authentication'))

test('buffer and header are escaped in the path', () => {
  expect(codePath('b/1', 'Login Code')).toBe('/authentication/b%2F1/Login%20Code')
  expect(codePath('b1')).toBe('/authentication/b1')
})
