import { changeEmail, messages } from '@passbook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { send } from './client.ts'
import { askProofWith } from './proof.ts'
import { storeToken } from './token.ts'

const fetched = vi.fn<typeof fetch>()
const asker = vi.fn<() => Promise<boolean>>()
let takeBack = () => {}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  storeToken('t1')
  takeBack = askProofWith(asker)
})
afterEach(() => {
  takeBack()
  fetched.mockReset()
  asker.mockReset()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const reply = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const refusal = { status: 'failed', message: messages.reauthRequired, code: 'reauth_required' }
const refuse = () => fetched.mockResolvedValueOnce(reply(refusal, 403))
const grant = () => fetched.mockResolvedValueOnce(reply({ status: 'success', message: 'done' }))
const change = (onceKey?: string) => send(changeEmail, { newEmail: 'a@example.org' }, { onceKey })

// shows D147
test('a call that was refused for want of a proof is made again, under the same key', async () => {
  asker.mockResolvedValueOnce(true)
  refuse()
  grant()
  expect((await change('k1')).message).toBe('done')
  const [first, second] = fetched.mock.calls
  expect(second?.[1]?.headers).toMatchObject({ 'idempotency-key': 'k1' })
  expect(second?.[0]).toBe(first?.[0])
  expect((second?.[1]?.body as FormData | undefined)?.get('newEmail')).toBe('a@example.org')
})

test('whoever gives up is told so quietly, and nothing is sent', async () => {
  asker.mockResolvedValueOnce(false)
  refuse()
  await expect(change()).rejects.toMatchObject({
    kind: 'unproven',
    message: 'Nothing was done. It needs your password.',
  })
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('calls that are refused together share one question', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  asker.mockReturnValue(promise)
  fetched.mockImplementation(async () => reply(refusal, 403))
  const all = [change(), change(), change()]
  await expect.poll(() => asker).toHaveBeenCalled()
  fetched.mockImplementation(async () => reply({ status: 'success', message: 'done' }))
  resolve(true)
  await Promise.all(all)
  expect(asker).toHaveBeenCalledTimes(1)
  expect(fetched).toHaveBeenCalledTimes(6)
})

test('a proof given while a call was on its way is one for that call too', async () => {
  const late = Promise.withResolvers<Response>()
  fetched.mockReturnValueOnce(late.promise)
  const slow = change()
  asker.mockResolvedValueOnce(true)
  refuse()
  grant()
  await change()
  grant()
  late.resolve(reply(refusal, 403))
  await slow
  expect(asker).toHaveBeenCalledTimes(1)
})

test('what one customer ordered is not sent for another who signed in meanwhile', async () => {
  asker.mockImplementationOnce(async () => {
    storeToken('t2')
    return true
  })
  refuse()
  await expect(change()).rejects.toMatchObject({ code: 'reauth_required' })
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('a proof that did not help is asked for once only', async () => {
  asker.mockResolvedValue(true)
  refuse()
  refuse()
  await expect(change()).rejects.toMatchObject({ message: messages.reauthRequired })
  expect(asker).toHaveBeenCalledTimes(1)
})

test('a refusal without that code stays a refusal', async () => {
  fetched.mockResolvedValueOnce(reply({ ...refusal, code: undefined }, 403))
  await expect(change()).rejects.toMatchObject({ message: messages.reauthRequired })
  expect(asker).not.toHaveBeenCalled()
})

test('who is refused before the dialog is there is asked once it is', async () => {
  takeBack()
  asker.mockResolvedValueOnce(true)
  refuse()
  grant()
  const changed = change()
  await expect.poll(() => fetched).toHaveBeenCalledTimes(1)
  takeBack = askProofWith(asker)
  await changed
  expect(asker).toHaveBeenCalledTimes(1)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('where no dialog comes the refusal is told', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  takeBack()
  refuse()
  const changed = expect(change()).rejects.toMatchObject({ message: messages.reauthRequired })
  await vi.advanceTimersByTimeAsync(5000)
  await changed
  vi.useRealTimers()
})
