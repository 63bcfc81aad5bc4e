import { beforeEach, expect, test } from 'vitest'
import { forgetEverything, forgetToken, readToken, storeToken } from './token.ts'

beforeEach(() => localStorage.clear())

// shows §4.3 §6.3 §9.25 D104 D114
test('the login data is one object with a token under the key auth', () => {
  storeToken('abc')
  expect(localStorage.getItem('auth')).toBe('{"token":"abc"}')
  expect(readToken()).toBe('abc')
})

test.each(['', 'null', '{}', '{"token":7}', '{"token":""}', 'abc', '[]'])(
  '%j is no login data',
  (held) => {
    localStorage.setItem('auth', held)
    expect(readToken()).toBe(null)
  },
)

// shows §2.1.9 §6.4 D115
test('logging out leaves nothing behind', () => {
  storeToken('abc')
  localStorage.setItem('draft', '1')
  sessionStorage.setItem('draft', '1')
  forgetEverything()
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
})

test('what another tab has logged out from leaves nothing here either; an ended session does', () => {
  sessionStorage.setItem('draft', '1')
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }))
  expect(sessionStorage).toHaveLength(1)
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(sessionStorage).toHaveLength(0)
})

test('a late refusal of an old login does not end a newer one', () => {
  storeToken('new')
  forgetToken('old')
  expect(readToken()).toBe('new')
  forgetToken('new')
  expect(readToken()).toBeNull()
})
