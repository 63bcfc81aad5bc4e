import {
  confirm2fa,
  confirmReset,
  endSessions,
  exportStatement,
  initUser,
  login,
  logout,
  requestPasswordReset,
} from '@passbook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressOf, send, stream } from './client.ts'
import { page } from './page.ts'
import { readToken, storeToken } from './token.ts'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => vi.stubGlobal('fetch', fetched))
afterEach(() => {
  fetched.mockReset()
  vi.unstubAllGlobals()
  localStorage.clear()
})

function answer(body: unknown, status = 200) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  fetched.mockResolvedValueOnce(new Response(text, { status }))
}

// shows §7.1 §7.3
// asvs 1.2.2
test('slots go into the path, escaped, and the rest into the query or the form', () => {
  expect(addressOf(confirmReset, { buffer: 'a/b ?c' })).toEqual({
    url: '/api/confirm-reset/a%2Fb%20%3Fc',
    body: null,
  })
  expect(addressOf(requestPasswordReset, { user: 'ada&bob@x.org' }).url).toBe(
    '/api/request-password-reset?user=ada%26bob%40x.org',
  )
  expect(addressOf(endSessions, { id: 's1' })).toEqual({ url: '/api/sessions?id=s1', body: null })
  const { url, body } = addressOf(confirm2fa, { buffer: 'b1', otp: '12345', none: undefined })
  expect(url).toBe('/api/confirm-2fa/b1')
  expect([...(body as FormData)]).toEqual([['otp', '12345']])
})

// shows §9.26 D120
test('a call that nobody answers waits as long as the customer does', async () => {
  vi.useFakeTimers()
  fetched.mockReturnValueOnce(new Promise(() => {}))
  let ended = false
  void send(login, { username: 'ada', password: 'secret' }).finally(() => {
    ended = true
  })
  await vi.advanceTimersByTimeAsync(24 * 3_600_000)
  vi.useRealTimers()
  expect(ended).toBe(false)
  expect(fetched.mock.calls[0]?.[1]?.signal?.aborted ?? false).toBe(false)
})

// shows §9.27
test('a success gives message and data', async () => {
  answer({ status: 'success', message: 'hello', data: { token: 't1', extra: 1 } })
  const { message, data } = await send(login, { username: 'ada', password: 'secret' })
  expect(message).toBe('hello')
  expect(data.token).toBe('t1')
})

// shows §7.2 §9.28 D117 D123
test('the token goes with calls of a customer only, the anti-forgery cookie with all', async () => {
  storeToken('t0k')
  // biome-ignore lint/suspicious/noDocumentCookie: this is what is tested
  document.cookie = 'XSRF-TOKEN=a%2Bb'
  answer({ status: 'success' })
  answer({ status: 'success', data: { token: 'x' } })
  await send(logout, {}, { onceKey: 'k1' })
  await send(login, { username: 'ada', password: 'secret' })
  const headers = fetched.mock.calls.map(([, init]) => init?.headers)
  expect(headers).toEqual([
    {
      accept: 'application/json',
      authorization: 'Bearer t0k',
      'x-xsrf-token': 'a+b',
      'idempotency-key': 'k1',
    },
    { accept: 'application/json', 'x-xsrf-token': 'a+b' },
  ])
})

// shows §7.2 D170
test('where the page says so, the login goes in the query of a customer’s calls, and in no header', async () => {
  storeToken('t0k&n')
  page.authInQuery = true
  try {
    for (let count = 0; count < 3; count += 1) answer({ status: 'success', data: { token: 'x' } })
    answer('date,amount')
    await send(logout, {})
    await send(login, { username: 'ada', password: 'secret' })
    await send(endSessions, { id: 's1' })
    await stream(exportStatement, { accountId: '7', format: 'csv' })
  } finally {
    page.authInQuery = false
  }
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([
    '/api/logout?user_auth=t0k%26n',
    '/api/login',
    '/api/sessions?user_auth=t0k%26n&id=s1',
    '/api/export/7?user_auth=t0k%26n&format=csv',
  ])
  const form = fetched.mock.calls[0]?.[1]?.body as FormData
  expect([...form]).toEqual([])
  for (const [, init] of fetched.mock.calls) {
    expect(init?.headers).not.toHaveProperty('authorization')
  }
})

// shows §4.1 D160
test.each([
  [{ status: 'success' }, 200],
  [{ status: 'failed' }, 200],
  [{ status: 'error' }, 401],
  [{}, 403],
  [{ status: null }, 404],
])(
  'a login that a code must follow is told by its message, beside %j and %i',
  async (said, http) => {
    const data = { buffer: 'b1', header: 'Authentication' }
    answer({ ...said, message: 'authentication_required', data }, http)
    const reply = await send(login, { username: 'ada', password: 'secret' })
    expect(reply).toEqual({ message: 'authentication_required', data })
  },
)

test('of a call of somebody signed in the same message is a refusal', async () => {
  answer({ status: 'error', message: 'authentication_required' }, 401)
  await expect(send(initUser, {})).rejects.toMatchObject({ http: 401 })
})

// shows D161
test('a success is one in any letter case, under any spelling of its fields', async () => {
  answer({ status: 'SUCCESS', data: { token: 't1' } })
  answer({ Status: 'Success', Message: 'hello', Data: { Token: 't1' } })
  const enter = () => send(login, { username: 'ada', password: 'secret' })
  expect(await enter()).toEqual({ message: '', data: { token: 't1' } })
  expect(await enter()).toEqual({ message: 'hello', data: { token: 't1' } })
})

// shows §4.7 §9.27
test.each([
  [{}, 200, 'Internal Application error'],
  ['<html>', 200, 'Internal Application error'],
  [{ status: null, message: 'x' }, 200, 'Internal Application error'],
  [{ status: 'error', message: 'Transfer refused' }, 200, 'Transfer refused'],
  [{ status: 'success', data: 'odd' }, 200, 'Internal Application error'],
  [{ status: 'failed', message: 7, code: {} }, 422, '7'],
  [{ status: 'failed', message: 'Account is dormant' }, 500, 'Account is dormant'],
  [
    { status: 'error', message: 'Invalid username or password' },
    422,
    'Invalid username or password',
  ],
  ['<html>', 502, 'Something went wrong. Try again after some time'],
  ['', 504, 'connection timed out. try again after a while'],
])('%j with %i reads: %s', async (body, status, text) => {
  answer(body, status)
  const sent = send(login, { username: 'ada', password: 'secret' })
  await expect(sent).rejects.toMatchObject({ message: text, http: status })
})

test('a refusal has its code, its field and what helps to go on, and a plainer one its words', async () => {
  const said = { status: 'failed', message: 'Look at it again' }
  const enter = () => send(login, { username: 'ada', password: 'secret' })
  answer({ ...said, code: 'rate_changed', field: 'rate', data: { rate: '0.91', more: 1 } }, 409)
  await expect(enter()).rejects.toMatchObject({
    message: 'Look at it again',
    code: 'rate_changed',
    field: 'rate',
    data: { rate: '0.91' },
  })
  answer({ ...said, code: 'pin_locked', data: { retryAfterSeconds: 840 } }, 200)
  await expect(enter()).rejects.toMatchObject({
    ...{ kind: 'refused', code: 'pin_locked', field: undefined },
    data: { retryAfterSeconds: 840 },
  })
  for (const beside of [
    {},
    { code: '', field: null, data: [] },
    { code: 7, field: {}, data: 'x' },
  ]) {
    answer({ ...said, ...beside }, 422)
    const plain = { message: 'Look at it again', code: undefined, field: undefined, data: {} }
    await expect(enter()).rejects.toMatchObject(plain)
  }
})

test('a file that is refused says so in the same way', async () => {
  answer({ status: 'failed', message: 'No', code: 'not_yours', field: 'accountId' }, 403)
  const asked = stream(exportStatement, { accountId: 'a', format: 'csv' })
  await expect(asked).rejects.toMatchObject({ message: 'No', code: 'not_yours', http: 403 })
})

test('no connection and an abort have their own words', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(send(logout, {})).rejects.toMatchObject({ kind: 'network' })
  fetched.mockRejectedValueOnce(new DOMException('stop', 'AbortError'))
  await expect(send(logout, {})).rejects.toMatchObject({
    message: 'connection timed out. try again after a while',
  })
})

// shows §7.6 D118
test('a 401 ends the login for a call of a customer and for no other', async () => {
  storeToken('t0k')
  answer({ status: 'error', message: 'x' }, 401)
  await expect(send(login, { username: 'ada', password: 'secret' })).rejects.toThrow()
  expect(readToken()).toBe('t0k')
  answer({ status: 'error', message: 'x' }, 401)
  await expect(send(initUser, {})).rejects.toMatchObject({ http: 401 })
  expect(readToken()).toBe(null)
})

// A stranger's data must not be shown to whoever signed in meanwhile.
test('what the page itself began is taken once, by the same login and soon', async () => {
  const begun = (token: string) => {
    const reply = Promise.resolve(Response.json({ status: 'success', data: { user: {} } }))
    Object.assign(window, { firstLoad: { token, begun: { '/api/init-user': reply } } })
  }
  const asked = async () => {
    answer({ status: 'success', data: { user: {} } })
    await send(initUser, {})
    return fetched.mock.calls.length
  }
  // The tests before may have taken long, on one page.
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  storeToken('mine')
  begun('mine')
  expect(await asked()).toBe(0)
  expect(await asked()).toBe(1)
  begun('another')
  expect(await asked()).toBe(2)
  expect(window).toMatchObject({ firstLoad: { begun: {} } })
  begun('mine')
  now.mockReturnValueOnce(30_000)
  expect(await asked()).toBe(3)
  now.mockRestore()
})
