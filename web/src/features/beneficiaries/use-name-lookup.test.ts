import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useNameLookup } from './use-name-lookup.ts'

const answers = new Map<string, (reply: Response) => void>()
const asked: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  asked.length = 0
  vi.stubGlobal('fetch', (url: string) => {
    const number = url.split('/').at(-1) ?? ''
    asked.push(number)
    return new Promise<Response>((resolve) => answers.set(number, resolve))
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function start(number: string, enabled = true, ownNumbers: string[] = []) {
  const onFound = vi.fn()
  const own = ownNumbers.map((number) => ({ Number: number }))
  const hook = renderHook((props) => useNameLookup(props.number, { ...props, own, onFound }), {
    initialProps: { number, enabled } as { number: string; enabled: boolean; payeeName?: string },
  })
  return { hook, onFound }
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function answer(number: string, name: string | null) {
  const body =
    name === null ? { status: 'error', message: 'no' } : { status: 'success', data: name }
  answers.get(number)?.(new Response(JSON.stringify(body), { status: name === null ? 422 : 200 }))
  await wait(0)
}

test('nothing is asked for six characters; for seven it is, a second after the last of them', async () => {
  const { hook } = start('123456')
  await wait(2000)
  expect(asked).toEqual([])
  hook.rerender({ number: '1234567', enabled: true })
  await wait(999)
  expect(asked).toEqual([])
  await wait(1)
  expect(asked).toEqual(['1234567'])
  expect(hook.result.current.lookup.state).toBe('looking')
})

test('leaving the field asks at once, and the second that follows does not ask again', async () => {
  const { hook, onFound } = start('1234567')
  act(() => hook.result.current.lookUp())
  await wait(1500)
  expect(asked).toEqual(['1234567'])
  await answer('1234567', 'Bob Stone')
  expect(hook.result.current.lookup.state).toBe('found')
  expect(onFound).toHaveBeenCalledExactlyOnceWith('Bob Stone')
})

test('an answer that comes after the number has changed is dropped', async () => {
  const { hook, onFound } = start('1234567')
  await wait(1000)
  hook.rerender({ number: '12345678', enabled: true })
  await answer('1234567', 'Bob Stone')
  expect(onFound).not.toHaveBeenCalled()
  expect(hook.result.current.lookup.state).toBe('idle')
  await wait(1000)
  await answer('12345678', null)
  expect(hook.result.current.lookup.state).toBe('unknown')
})

test('a number that was found before is not asked about again', async () => {
  const { hook, onFound } = start('1234567')
  await wait(1000)
  await answer('1234567', 'Bob Stone')
  hook.rerender({ number: '123456', enabled: true })
  hook.rerender({ number: '1234567', enabled: true })
  await wait(1000)
  expect(asked).toEqual(['1234567'])
  expect(onFound).toHaveBeenCalledTimes(2)
})

test('a number that is typed again while the bank looks is asked about once', async () => {
  const { hook, onFound } = start('1234567')
  await wait(1000)
  hook.rerender({ number: '12345678', enabled: true })
  hook.rerender({ number: '1234567', enabled: true })
  await wait(1000)
  expect(asked).toEqual(['1234567'])
  await answer('1234567', 'Bob Stone')
  expect(hook.result.current.lookup.state).toBe('found')
  expect(onFound).toHaveBeenLastCalledWith('Bob Stone')
})

test('an answer that comes once the account is elsewhere is dropped, and kept for later', async () => {
  const { hook, onFound } = start('1234567')
  await wait(1000)
  hook.rerender({ number: '1234567', enabled: false })
  await answer('1234567', 'Bob Stone')
  expect(hook.result.current.lookup.state).toBe('manual')
  expect(onFound).not.toHaveBeenCalled()
  hook.rerender({ number: '1234567', enabled: true })
  await wait(1000)
  expect(asked).toEqual(['1234567'])
  expect(onFound).toHaveBeenCalledExactlyOnceWith('Bob Stone')
})

test('a typed name is compared, and the right one is taken where it was close', async () => {
  const { hook, onFound } = start('1234567')
  await wait(1000)
  const typed = { number: '1234567', enabled: true, payeeName: 'Bob Stoen' }
  hook.rerender(typed)
  expect(hook.result.current.lookup.state).toBe('idle')
  await answer('1234567', 'Bob Stone')
  expect(onFound).not.toHaveBeenCalled()
  act(() => hook.result.current.lookUp())
  const data = { verdict: 'close', name: 'Bob Stone' }
  answers.get('check-payee')?.(new Response(JSON.stringify({ status: 'success', data })))
  await wait(0)
  expect(hook.result.current.lookup).toEqual({ state: 'checked', ...data })
  expect(onFound).toHaveBeenCalledExactlyOnceWith('Bob Stone')
})

test('a number at another bank is never asked about', async () => {
  const { hook } = start('1234567', false)
  await wait(2000)
  expect(asked).toEqual([])
  expect(hook.result.current.lookup.state).toBe('manual')
})

// shows D143
test('a number whose check digit is wrong is known to be nobody’s without asking', async () => {
  const { hook } = start('1234567890', true, ['1234567897'])
  await wait(1000)
  expect(asked).toEqual([])
  expect(hook.result.current.lookup.state).toBe('unknown')
})

// shows D138
test('a bank that tells no more names says until when, and is asked again later', async () => {
  const { hook, onFound } = start('1234567897')
  await wait(1000)
  const body = { status: 'error', message: 'Too many attempts. Try again in 36 minutes' }
  answers.get('1234567897')?.(new Response(JSON.stringify(body), { status: 429 }))
  await wait(0)
  expect(hook.result.current.lookup).toEqual({ state: 'limited', message: body.message })
  act(() => hook.result.current.lookUp())
  await answer('1234567897', 'Bob Stone')
  expect(onFound).toHaveBeenCalledExactlyOnceWith('Bob Stone')
})
