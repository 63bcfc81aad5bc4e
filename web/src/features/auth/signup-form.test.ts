import { afterEach, describe, expect, test, vi } from 'vitest'
import { RequestError } from '#api/texts.ts'
import { isTaken, stepAfter } from './signup-form.ts'

const refused = (http: number, told?: { code?: string; field?: string }) =>
  stepAfter(new RequestError('http', http, 'Not this one', told))

test.each([
  ['account_type', 0],
  ['username', 1],
  ['email', 1],
  ['kinphone', 2],
  ['password', 3],
  ['confirmPassword', 3],
])('a refusal about %s leads to step %i', (field, step) => {
  expect(refused(409, { code: 'username_taken', field })).toBe(step)
  expect(refused(422, { code: 'invalid', field })).toBe(step)
})

test('without a field a conflict leads to the personal info, and all else nowhere', () => {
  expect(refused(409)).toBe(1)
  expect(refused(422)).toBeUndefined()
  expect(refused(429, { code: 'too_many' })).toBeUndefined()
  expect(refused(422, { code: 'invalid', field: 'nobody_knows' })).toBeUndefined()
  expect(stepAfter(new TypeError('x'))).toBeUndefined()
})

// shows D13
describe('a username', () => {
  afterEach(() => vi.unstubAllGlobals())
  const replies = (http: number, body: object) =>
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: http }))

  test('is taken where the bank says so', async () => {
    replies(200, { status: 'success', data: { free: false } })
    expect(await isTaken('ada')).toBe(true)
    replies(200, { status: 'success', data: { free: true } })
    expect(await isTaken('ada')).toBe(false)
  })

  test.each([
    [404, { status: 'error', message: 'no such path' }],
    [429, { status: 'error', message: 'Too many attempts. Try again in 36 minutes' }],
    [500, {}],
    [200, { status: 'success', data: 'hello' }],
  ])('is left to the sign-up where the bank answers %i %j', async (http, body) => {
    replies(http, body)
    expect(await isTaken('ada')).toBe(false)
  })

  test('is left to the sign-up where nobody answers', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    expect(await isTaken('ada')).toBe(false)
  })
})
