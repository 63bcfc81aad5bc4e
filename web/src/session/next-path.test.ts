import { expect, test } from 'vitest'
import { loginFor, nextPath } from './next-path.ts'

const origin = 'https://bank.example'
const next = (path: string) => nextPath(`?next=${encodeURIComponent(path)}`, origin)

test.each(['/c', '/c/transfer', '/c/transactions?page=2#row', '/transaction-receipt/17'])(
  '%s is a path of this site',
  (path) => expect(next(path)).toBe(path),
)

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  'https://evil.example/c',
  'javascript:alert(1)',
  'c/transfer',
  '\\/evil.example',
  '',
])('%j is refused', (path) => expect(next(path)).toBe(null))

test('an address without a next has none', () => expect(nextPath('', origin)).toBe(null))

test('a login neither leads back to the login nor out again', () => {
  for (const path of ['/login', '/login?next=/c', '/logout']) expect(next(path)).toBe(null)
})

test('the login page remembers where it came from', () => {
  expect(loginFor('/c')).toBe('/login')
  const path = '/c/transactions?page=2'
  expect(nextPath(loginFor(path).slice('/login'.length), origin)).toBe(path)
})
