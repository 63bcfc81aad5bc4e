import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { noteServerTime } from '#api/server-time.ts'
import { type Answer, askBank, canBeLocal, type Looked, makeNameLookup } from './name-lookup.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function make(ask: (number: string, payeeName?: string) => Promise<Answer>, over?: number) {
  const asked = vi.fn(ask)
  const told: [string, Looked][] = []
  const lookup = makeNameLookup({
    ...(over === undefined ? {} : { over }),
    ask: asked,
    tell: (looked, { number }) => told.push([number, looked]),
  })
  return { lookup, asked, told }
}
const found: Answer = { state: 'found', name: 'Bob Stone' }
const bob = async () => found

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
  let answer = (_: Answer) => {}
  const { lookup, told } = make(() => new Promise((resolve) => (answer = resolve)))
  lookup.typed('12345678')
  const over = lookup.now()
  lookup.typed('123456789')
  answer(found)
  await over
  expect(told).toEqual([['12345678', { state: 'looking' }]])
})

test('an unknown number fails for good, an unanswered one can be asked again', async () => {
  const unknown = make(async () => ({ state: 'failed' }))
  unknown.lookup.typed('12345678')
  await unknown.lookup.now()
  await unknown.lookup.now()
  expect(unknown.told.at(-1)).toEqual(['12345678', { state: 'failed' }])
  expect(unknown.asked).toHaveBeenCalledOnce()

  const offline = make(() => Promise.reject(new Error('offline')))
  offline.lookup.typed('12345678')
  await offline.lookup.now()
  await offline.lookup.now()
  expect(offline.told.at(-1)).toEqual(['12345678', { state: 'unanswered' }])
  expect(offline.asked).toHaveBeenCalledTimes(2)
})

test('a picked recipient is not asked for', async () => {
  const { lookup, asked } = make(bob)
  lookup.take('12345678', 'Bob Stone')
  lookup.typed('12345678')
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked).not.toHaveBeenCalled()
})

// shows D138
test('a bank that tells no more names for now is asked again by the next try', async () => {
  const answers: Answer[] = [{ state: 'limited', message: 'Too many. Try again at 17:40' }, found]
  const { lookup, asked, told } = make(async () => answers.shift() ?? { state: 'failed' })
  lookup.typed('12345678')
  await lookup.now()
  expect(told.at(-1)?.[1]).toEqual({ state: 'limited', message: 'Too many. Try again at 17:40' })
  await lookup.now()
  expect(told.at(-1)?.[1]).toEqual(found)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('a typed name belongs to the question: another name is another one', async () => {
  const { lookup, asked, told } = make(async (_, payeeName) =>
    payeeName ? { state: 'checked', verdict: payeeName === 'Bob Stone' ? 'match' : 'none' } : found,
  )
  lookup.typed('12345678', 'Bob')
  await vi.advanceTimersByTimeAsync(999)
  lookup.typed('12345678', ' Bob Stone ')
  await vi.advanceTimersByTimeAsync(1000)
  expect(told.at(-1)?.[1]).toEqual({ state: 'checked', verdict: 'match' })
  lookup.typed('12345678')
  await lookup.now()
  expect(told.at(-1)?.[1]).toEqual(found)
  lookup.typed('12345678', 'Bob Stone')
  await lookup.now()
  expect(asked.mock.calls).toEqual([['12345678', 'Bob Stone'], ['12345678']])
  expect(lookup.known('12345678', 'Bob Stone')).toEqual({ state: 'checked', verdict: 'match' })
})

describe('the bank’s answer', () => {
  const replies = (http: number, body: object) =>
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: http }))
  const message = 'Too many attempts. Try again in 36 minutes'
  afterEach(() => vi.unstubAllGlobals())

  // shows D138
  test('that it is asked too often says until when, as far as it is known', async () => {
    vi.setSystemTime('2026-11-15T17:04:00Z')
    const data = { retryAfterSeconds: 2160 }
    replies(429, { status: 'error', message, code: 'too_many', data })
    expect(await askBank('1234567897')).toEqual({
      state: 'limited',
      message: 'Too many names looked up. Try again at 15 Nov 2026, 17:40',
    })
    replies(429, { status: 'error', message })
    expect(await askBank('1234567897')).toEqual({ state: 'limited', message })
  })

  test('that it is asked too often goes by the bank’s clock, not the device’s', async () => {
    vi.setSystemTime('2026-11-15T17:04:00Z')
    const data = { retryAfterSeconds: 2160 }
    replies(429, { status: 'error', message, code: 'too_many', data })
    noteServerTime('Sun, 15 Nov 2026 16:04:00 GMT')
    const answer = await askBank('1234567897')
    noteServerTime('Sun, 15 Nov 2026 17:04:00 GMT')
    expect(answer).toEqual({
      state: 'limited',
      message: 'Too many names looked up. Try again at 15 Nov 2026, 16:40',
    })
  })

  test('about a typed name is a verdict, with the right name where it was close', async () => {
    replies(200, { status: 'success', data: { verdict: 'close', name: 'Bob Stone' } })
    expect(await askBank('1234567897', 'Bob Stoen')).toEqual({
      state: 'checked',
      verdict: 'close',
      name: 'Bob Stone',
    })
  })

  // shows D162
  test('is a name, or that there is none, or no answer at all', async () => {
    replies(200, { status: 'success', data: 'Bob Stone' })
    expect(await askBank('1234567897')).toEqual(found)
    for (const [http, body] of [
      [422, { status: 'error', message: 'Enter a valid account number' }],
      [200, { status: 'failed', message: 'No such account' }],
      [200, { status: 'failed' }],
      [200, {}],
      [404, { status: 'failed' }],
      [500, { status: 'failed', message: 'No such account' }],
      [200, { status: 'success', data: null }],
      [200, { status: 'success', data: ' ' }],
    ] as const) {
      replies(http, body)
      expect(await askBank('1234567897')).toEqual({ state: 'failed' })
    }
    for (const http of [500, 502, 504, 408]) {
      replies(http, {})
      await expect(askBank('1234567897')).rejects.toThrow()
    }
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(askBank('1234567897')).rejects.toThrow()
  })
})

// shows D143
test('a check digit is asked for where the customer’s own numbers have one', () => {
  const own = [{ Number: '1234567897' }]
  expect(canBeLocal('1234567897', own)).toBe(true)
  expect(canBeLocal('1234567890', own)).toBe(false)
  expect(canBeLocal('1234567890', [...own, { Number: 'GB-0001' }])).toBe(true)
  expect(canBeLocal('1234567890', [])).toBe(true)
})
