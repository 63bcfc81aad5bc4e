import { afterEach, expect, test, vi } from 'vitest'
import { makeOrderKeys, newKey } from './order-key.ts'

afterEach(() => vi.useRealTimers())

test('an order keeps its key until it is done, and another order has another', () => {
  const keys = makeOrderKeys(newKey)
  const first = keys.keyFor({ account: 'a', amount: '5.00' })
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(keys.keyFor({ account: 'a', amount: '5.00' })).toBe(first)
  const other = keys.keyFor({ account: 'a', amount: '6.00' })
  expect(other).not.toBe(first)
  keys.done()
  expect(keys.keyFor({ account: 'a', amount: '6.00' })).not.toBe(other)
})

// shows D133
test('a server that does not know keys gets none', () => {
  const keys = makeOrderKeys(() => undefined)
  expect(keys.keyFor({ account: 'a' })).toBeUndefined()
  keys.done()
  expect(keys.keyFor({ account: 'a' })).toBeUndefined()
})

// shows D152
test('a key that is kept outlives a reload, and not the order', () => {
  sessionStorage.clear()
  let made = 0
  const keys = () => makeOrderKeys(() => `key${++made}`, 'order-test')
  expect(keys().keyFor({ amount: '5.00' })).toBe('key1')
  expect(keys().keyFor({ amount: '5.00' })).toBe('key1')
  expect(keys().keyFor({ amount: '6.00' })).toBe('key2')
  const last = keys()
  expect(last.keyFor({ amount: '6.00' })).toBe('key2')
  last.done()
  expect(keys().keyFor({ amount: '6.00' })).toBe('key3')
})

test('half an hour after its form was last seen the same order is another one, but not in a form still open', () => {
  vi.useFakeTimers()
  sessionStorage.clear()
  let made = 0
  const keys = () => makeOrderKeys(() => `key${++made}`, 'order-test')
  const open = keys()
  expect(open.keyFor({ amount: '5.00' })).toBe('key1')
  vi.advanceTimersByTime(29 * 60_000)
  expect(keys().keyFor({ amount: '5.00' })).toBe('key1')
  // Looked at again, as what was typed is.
  vi.advanceTimersByTime(29 * 60_000)
  keys()
  vi.advanceTimersByTime(29 * 60_000)
  expect(keys().keyFor({ amount: '5.00' })).toBe('key1')
  vi.advanceTimersByTime(31 * 60_000)
  expect(keys().keyFor({ amount: '5.00' })).toBe('key2')
  expect(open.keyFor({ amount: '5.00' })).toBe('key1')
})
