import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Looked, makeNameLookup } from './name-lookup.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function make(ask: (number: string) => Promise<string | null>, over?: number) {
  const asked = vi.fn(ask)
  const told: [string, Looked][] = []
  const lookup = makeNameLookup({
    ...(over === undefined ? {} : { over }),
    ask: asked,
    tell: (number, looked) => told.push([number, looked]),
  })
  return { lookup, asked, told }
}
const bob = async () => 'Bob Stone'

// shows §4.39 §5.47 §9.5 D67
test('asks a second after the last key, for more than seven characters', async () => {
  const { lookup, asked, told } = make(bob)
  lookup.typed('1234567')
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).not.toHaveBeenCalled()
  lookup.typed('12345678')
  await vi.advanceTimersByTimeAsync(999)
  lookup.typed('123456789')
  await vi.advanceTimersByTimeAsync(999)
  expect(asked).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.mock.calls).toEqual([['123456789']])
  expect(told.at(-1)).toEqual(['123456789', { state: 'found', name: 'Bob Stone' }])
})

// shows §5.47 §9.5 D67
test('the form of recipients asks from seven on', async () => {
  const { lookup, asked } = make(bob, 6)
  lookup.typed('1234567')
  await lookup.now()
  expect(asked).toHaveBeenCalledOnce()
})

// shows §4.39 D66
test('leaving the field asks at once, and each number once', async () => {
  const { lookup, asked } = make(bob)
  lookup.typed('12345678')
  await lookup.now()
  await lookup.now()
  lookup.typed('123456789')
  lookup.typed('12345678')
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked.mock.calls).toEqual([['12345678']])
})

// shows D66
test('an answer about a number that is no longer typed is dropped', async () => {
  let answer = (_: string) => {}
  const { lookup, told } = make(() => new Promise((resolve) => (answer = resolve)))
  lookup.typed('12345678')
  const over = lookup.now()
  lookup.typed('123456789')
  answer('Bob Stone')
  await over
  expect(told).toEqual([['12345678', { state: 'looking' }]])
})

test('an unknown number fails for good, an unanswered one can be asked again', async () => {
  const unknown = make(async () => null)
  unknown.lookup.typed('12345678')
  await unknown.lookup.now()
  await unknown.lookup.now()
  expect(unknown.told.at(-1)).toEqual(['12345678', { state: 'failed' }])
  expect(unknown.asked).toHaveBeenCalledOnce()

  const offline = make(() => Promise.reject(new Error('offline')))
  offline.lookup.typed('12345678')
  await offline.lookup.now()
  await offline.lookup.now()
  expect(offline.told.at(-1)).toEqual(['12345678', { state: 'failed' }])
  expect(offline.asked).toHaveBeenCalledTimes(2)
})

test('a picked recipient is not asked for', async () => {
  const { lookup, asked } = make(bob)
  lookup.take('12345678', 'Bob Stone')
  lookup.typed('12345678')
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked).not.toHaveBeenCalled()
})
