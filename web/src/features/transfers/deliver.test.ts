import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RequestError } from '#api/texts.ts'
import { forgetToken, storeToken } from '#api/token.ts'
import { deliver } from './deliver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  forgetToken()
})

const lost = () => Promise.reject(new RequestError('network'))
const hanging = () => new Promise<string>(() => {})

async function run(tries: (() => Promise<string>)[], ms: number, repeatable = true) {
  const tell = vi.fn()
  let count = 0
  const over = deliver(() => (tries[count++] ?? lost)(), tell, { repeatable })
  await vi.advanceTimersByTimeAsync(ms)
  return { tell, over, count: () => count }
}

test('an answer ends it', async () => {
  const { tell, count } = await run([async () => 'paid'], 0)
  expect(tell.mock.calls).toEqual([[{ kind: 'made', answer: 'paid' }]])
  expect(count()).toBe(1)
})

// shows D128
test('a lost line, a fault and a slow gateway are asked again until there is an answer', async () => {
  const fault = () => Promise.reject(new RequestError('http', 500))
  const slow = () => Promise.reject(new RequestError('http', 504))
  const { tell, count } = await run([lost, fault, slow, async () => 'paid'], 10_000)
  expect(tell.mock.calls).toEqual([[{ kind: 'made', answer: 'paid' }]])
  expect(count()).toBe(4)
})

test('a refusal is an answer', async () => {
  const error = new RequestError('http', 422, 'Insufficient funds')
  const { tell, count } = await run([() => Promise.reject(error)], 60_000)
  expect(tell.mock.calls).toEqual([[{ kind: 'refused', error }]])
  expect(count()).toBe(1)
})

// shows §8.5 D135
test.each([true, false])(
  'a fault in words is an answer, and not asked again',
  async (repeatable) => {
    const error = new RequestError('http', 500, 'Account is dormant')
    const { tell, count } = await run([() => Promise.reject(error)], 60_000, repeatable)
    expect(tell.mock.calls).toEqual([[{ kind: 'fault', error }]])
    expect(count()).toBe(1)
  },
)

// shows D133
test.each([
  ['a lost line', new RequestError('network')],
  ['a fault without words', new RequestError('http', 502)],
  ['a slow gateway', new RequestError('http', 504, 'later')],
  ['no status', new RequestError('no-status', 200)],
])('without keys %s is told and not asked again', async (_, error) => {
  const { tell, count } = await run([() => Promise.reject(error)], 120_000, false)
  window.dispatchEvent(new Event('online'))
  expect(count()).toBe(1)
  expect(tell.mock.calls).toEqual([[{ kind: 'no-answer', error }]])
})

// shows D133
test('without keys a try that hangs is waited for, and nothing is sent beside it', async () => {
  const { tell, count } = await run([hanging], 600_000, false)
  expect(count()).toBe(1)
  expect(tell).not.toHaveBeenCalled()
})

// shows D134
test('a success that says nothing readable is a success', async () => {
  const unreadable = new RequestError('unreadable', 200)
  const { tell, count } = await run([() => Promise.reject(unreadable)], 60_000)
  expect(tell.mock.calls).toEqual([[{ kind: 'made', answer: null }]])
  expect(count()).toBe(1)
})

test('an ended session is told as such and not asked again', async () => {
  const { tell, count } = await run([() => Promise.reject(new RequestError('http', 401))], 60_000)
  expect(tell.mock.calls).toEqual([[{ kind: 'session-ended' }]])
  expect(count()).toBe(1)
})

test('a try that comes after another login is none: its order is not that customer’s', async () => {
  storeToken('hers')
  const { tell, count } = await run([lost, lost, lost], 1_500)
  expect(count()).toBe(2)
  storeToken('his')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(count()).toBe(2)
  expect(tell.mock.calls).toEqual([[{ kind: 'session-ended' }]])
})

test('five silent tries are enough to say that nobody knows', async () => {
  const { tell, count } = await run([], 15_000)
  expect(count()).toBe(5)
  expect(tell.mock.calls).toEqual([[{ kind: 'no-answer', error: expect.any(RequestError) }]])
})

test('a try that hangs is asked beside, and its own answer counts as well', async () => {
  let answer = (_: string) => {}
  const late = () => new Promise<string>((resolve) => (answer = resolve))
  const { tell, count } = await run([late, hanging, hanging, hanging, hanging], 200_000)
  expect(count()).toBe(5)
  expect(tell).toHaveBeenLastCalledWith({ kind: 'no-answer', error: expect.any(RequestError) })
  answer('paid')
  await vi.advanceTimersByTimeAsync(0)
  expect(tell).toHaveBeenLastCalledWith({ kind: 'made', answer: 'paid' })
})

test('a hanging try that was made after all is told after the refusal of another', async () => {
  let answer = (_: string) => {}
  const late = () => new Promise<string>((resolve) => (answer = resolve))
  const error = new RequestError('http', 429, 'Too many attempts')
  const { tell } = await run([late, () => Promise.reject(error)], 30_000)
  expect(tell).toHaveBeenLastCalledWith({ kind: 'refused', error })
  answer('paid')
  await vi.advanceTimersByTimeAsync(0)
  expect(tell).toHaveBeenLastCalledWith({ kind: 'made', answer: 'paid' })
})

test('the return of the network ends a wait', async () => {
  const { tell, count } = await run([lost, async () => 'paid'], 10)
  expect(count()).toBe(1)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(1)
  expect(tell).toHaveBeenCalledWith({ kind: 'made', answer: 'paid' })
})
