import { expect, test } from 'vitest'
import { paths, receiptPath } from '#paths.ts'
import { loginFor, nextPath } from './next-path.ts'

const origin = 'https://bank.example'
const next = (path: string) => nextPath(`?next=${encodeURIComponent(path)}`, origin)

// shows D4
test.each([
  paths.overview,
  paths.transfer,
  `${paths.transactions}?page=2#row`,
  receiptPath('17'),
  '/login-help',
])('%s is a path of this site', (path) => expect(next(path)).toBe(path))

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

// asvs 1.2.2 3.7.2
test('a login neither leads back to the login nor out again', () => {
  const { login, logout, overview } = paths
  for (const path of [login, `${login}/`, `${login}?next=${overview}`, logout]) {
    expect(next(path)).toBe(null)
  }
})

test('the login page remembers where it came from', () => {
  expect(loginFor(paths.overview)).toBe(paths.login)
  const path = `${paths.transactions}?page=2`
  expect(nextPath(loginFor(path).slice(paths.login.length), origin)).toBe(path)
})
