import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RequestError } from '#api/texts.ts'
import { deliver } from './deliver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const lost = () => Promise.reject(new RequestError('network'))
const hanging = () => new Promise<string>(() => {})

async function run(tries: (() => Promise<string>)[], ms: number) {
  const tell = vi.fn()
  let count = 0
  const over = deliver(() => (tries[count++] ?? lost)(), tell)
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
  const fault = () => Promise.reject(new RequestError('http', 500, 'oh'))
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

test('an ended session is told as such and not asked again', async () => {
  const { tell, count } = await run([() => Promise.reject(new RequestError('http', 401))], 60_000)
  expect(tell.mock.calls).toEqual([[{ kind: 'session-ended' }]])
  expect(count()).toBe(1)
})

test('five silent tries are enough to say that nobody knows', async () => {
  const { tell, count } = await run([], 15_000)
  expect(count()).toBe(5)
  expect(tell.mock.calls).toEqual([[{ kind: 'no-answer' }]])
})

test('a try that hangs is asked beside, and its own answer counts as well', async () => {
  let answer = (_: string) => {}
  const late = () => new Promise<string>((resolve) => (answer = resolve))
  const { tell, count } = await run([late, hanging, hanging, hanging, hanging], 200_000)
  expect(count()).toBe(5)
  expect(tell).toHaveBeenLastCalledWith({ kind: 'no-answer' })
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
