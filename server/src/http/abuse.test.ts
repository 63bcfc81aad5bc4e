import {
  confirmReset,
  initUser,
  login,
  messages,
  type RefusalCode,
  signup,
} from '@passbook/contract'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { exchange, listening, type RawReply } from '#testing/raw-http.ts'
import { answerOf, multipart, refusedWith, signUpForm, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { makeServer } from './server.ts'

const db = await testDb()
const bank = await testBank(db)
const port = await listening(bank.app)
const ada = await bank.customer()
afterAll(() => bank.stop())

const post = (path: string, type: string | undefined, body: string | Buffer, length?: number) => {
  const size = length ?? Buffer.byteLength(body)
  const kind = type === undefined ? '' : `Content-Type: ${type}\r\n`
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${kind}Content-Length: ${size}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(body)])
}
const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\n${['Host: localhost', ...headers].join('\r\n')}\r\n\r\n`

const mark = 'cut-here'
const form = `multipart/form-data; boundary=${mark}`
const part = (name: string, value: string | Buffer, further = '') =>
  Buffer.concat([
    Buffer.from(`--${mark}\r\nContent-Disposition: form-data; name="${name}"${further}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
const incomplete = { message: messages.formIncomplete }
const tooLarge = { message: messages.tooLarge }
const noText = { message: messages.formUnreadable }
const unreadable = (field: string) => ({ message: messages.formUnreadable, field })
const whole = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from(`--${mark}--\r\n`)])

function expectRefusal(
  reply: RawReply,
  code: RefusalCode,
  said?: { message?: string; field?: string },
) {
  const answer = { statusCode: reply.status, json: () => JSON.parse(reply.body) }
  expect(answerOf(answer)).toEqual(refusedWith(code, said))
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  })
}

// Whatever was sent, nothing breaks and the next customer is served.
afterEach(async () => {
  const reply = await exchange(port, get('/api/init-user', `Authorization: Bearer ${ada.token}`))
  expect(reply.status).toBe(200)
  expect(bank.logged.filter((line) => /"level":[56]0/.test(line))).toEqual([])
})

describe('a body', () => {
  test('that is cut short is refused as incomplete', async () => {
    const body = part('username', 'demo')
    expectRefusal(await exchange(port, post('/api/login', form, body), {}), 'invalid', incomplete)
    const halfWay = post('/api/login', form, body, 5000)
    const reply = await exchange(port, halfWay, { cut: true })
    expectRefusal(reply, 'invalid', incomplete)
  })

  test.each([
    ['without a boundary', 'multipart/form-data'],
    ['with another boundary', 'multipart/form-data; boundary=other'],
    ['with an empty boundary', 'multipart/form-data; boundary='],
  ])('%s is refused as incomplete', async (_, type) => {
    const reply = await exchange(port, post('/api/login', type, whole(part('username', 'demo'))))
    expectRefusal(reply, 'invalid', incomplete)
  })

  test('that is no form at all is refused as incomplete', async () => {
    for (const body of [`--${mark}--`, `--${mark}\r\n\r\n--${mark}--`, `x--${mark}--`, mark]) {
      const reply = await exchange(port, post('/api/login', form, body))
      expect([messages.formIncomplete, messages.usernameInvalid]).toContain(
        JSON.parse(reply.body).message,
      )
      expect(reply.status).toBe(422)
    }
  })

  // asvs 5.2.1
  test('of 3 MB is refused before it is read', async () => {
    const reply = await exchange(port, post('/api/login', form, Buffer.alloc(3 << 20, 'a')))
    expectRefusal(reply, 'too_large', tooLarge)
  })

  test('of 3 MB in chunks is refused when it has grown too large', async () => {
    const head = `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: ${form}\r\nTransfer-Encoding: chunked\r\n\r\n`
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
    const reply = await exchange(port, head + chunk.repeat(48))
    expectRefusal(reply, 'too_large', tooLarge)
  })

  test('of 5,000 parts, or of 41 fields, is too large', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => part(`f${index}`, ''))
    expectRefusal(
      await exchange(port, post('/api/login', form, whole(...many))),
      'too_large',
      tooLarge,
    )
    const few = many.slice(0, 41)
    expectRefusal(
      await exchange(port, post('/api/login', form, whole(...few))),
      'too_large',
      tooLarge,
    )
  })

  test('of 40 fields that nobody asked for is read for those that are', async () => {
    const many = Array.from({ length: 38 }, (_, index) => part(`extra${index}`, 'x'))
    const asked = [part('username', 'nobody'), part('password', 'wrong one')]
    const reply = await exchange(port, post('/api/login', form, whole(...many, ...asked)))
    expectRefusal(reply, 'credentials_wrong')
  })

  // asvs 1.3.3
  test('with a field over 4 KB is told which, and never cut short', async () => {
    const long = part('username', 'u'.repeat(4097))
    const reply = await exchange(port, post('/api/login', form, whole(long)))
    expectRefusal(reply, 'too_large', { message: 'username is too long', field: 'username' })
  })

  // asvs 15.3.7
  test('with a field twice is refused', async () => {
    const twice = whole(part('username', 'a'), part('username', 'b'))
    expectRefusal(await exchange(port, post('/api/login', form, twice)), 'invalid', incomplete)
    const plain = post('/api/login', 'application/x-www-form-urlencoded', 'username=a&username=b')
    expectRefusal(await exchange(port, plain), 'invalid', incomplete)
  })

  // asvs 1.3.4 5.1.1 5.2.2 5.2.3 5.3.1 5.4.3
  test('with a file is refused', async () => {
    const file = part('username', 'x', '; filename="a.txt"')
    expectRefusal(
      await exchange(port, post('/api/login', form, whole(file))),
      'invalid',
      incomplete,
    )
  })

  // asvs 15.3.6
  test.each(['__proto__', 'constructor', 'prototype', 'user[]', 'a b', ''])(
    'with a field called %j is refused',
    async (name) => {
      const reply = await exchange(port, post('/api/login', form, whole(part(name, 'x'))))
      expectRefusal(reply, 'invalid', incomplete)
    },
  )

  test.each([
    ['a NUL', Buffer.from('a\0b'), unreadable('username')],
    ['a broken byte', Buffer.from([0x61, 0xff, 0x62]), noText],
    ['half of a pair', Buffer.from([0x61, 0xed, 0xa0, 0x80]), noText],
    ['an overlong form', Buffer.from([0xc0, 0xaf]), noText],
    ['a C1 control character', Buffer.from('a\u009bb'), unreadable('username')],
    ['a next line', Buffer.from('a\u0085b'), unreadable('username')],
    ['a bell', Buffer.from('a\u0007b'), unreadable('username')],
  ])('with %s is refused as unreadable', async (_, bytes, said) => {
    const body = whole(part('username', bytes), part('password', 'whatever'))
    const reply = await exchange(port, post('/api/login', form, body))
    expectRefusal(reply, 'invalid', said)
  })

  test.each(['text/plain', 'application/xml', 'image/png', undefined])(
    'of the type %s is not taken',
    async (type) => {
      const reply = await exchange(port, post('/api/login', type, 'username=a'))
      expectRefusal(reply, 'unsupported_type')
    },
  )

  // asvs 1.5.2 15.3.5
  test.each([
    ['{', incomplete],
    ['', incomplete],
    ['[]', incomplete],
    ['null', incomplete],
    ['"text"', incomplete],
    ['{"username":["a"]}', incomplete],
    ['{"username":{"$ne":1}}', incomplete],
    ['{"__proto__":{"admin":true}}', incomplete],
    [
      '{"username":7,"password":"long enough"}',
      { message: messages.usernameInvalid, field: 'username' },
    ],
    ['{"username":"a","password":null}', { message: messages.passwordInvalid, field: 'password' }],
    ['{"username":"a\\u0000"}', unreadable('username')],
    ['{"username":"\\ud800"}', unreadable('username')],
  ])('of JSON %j: %j', async (body, said) => {
    const reply = await exchange(port, post('/api/login', 'application/json', body))
    expectRefusal(reply, 'invalid', said)
  })

  // shows §7.3
  test('of JSON or of a plain form is read like a multipart form', async () => {
    const { username, password } = ada
    const plain = new URLSearchParams({ username, password }).toString()
    for (const [type, body] of [
      ['application/json; charset=utf-8', JSON.stringify({ username, password })],
      ['application/x-www-form-urlencoded', plain],
    ] as const) {
      expect((await exchange(port, post('/api/login', type, body))).status).toBe(200)
    }
  })

  test('that comes too slowly is answered with 408', async () => {
    const slow = makeServer({
      log: pino({ level: 'silent' }),
      trustedProxies: [],
      requestTimeoutMs: 300,
    })
    slow.post('/api/any', async () => 'read')
    const slowPort = await listening(slow)
    const reply = await exchange(slowPort, post('/api/any', form, 'one byte', 100))
    expectRefusal(reply, 'slow_request')
    await slow.close()
  })
})

describe('an address', () => {
  // asvs 1.1.1
  test('that cannot be decoded is unreadable', async () => {
    for (const path of ['/api/%zz', '/%zz', '/api/confirm-reset/%ff']) {
      expectRefusal(await exchange(port, get(path)), 'invalid', noText)
    }
    const withNul = await exchange(port, get('/api/confirm-reset/a%00b'))
    expectRefusal(withNul, 'invalid', unreadable('buffer'))
  })

  test('whose query is no text is unreadable', async () => {
    const path = '/api/request-password-reset?user=%ff%fe'
    expectRefusal(await exchange(port, get(path)), 'invalid', unreadable('user'))
  })

  test.each([501, 5000])('with a part of %i characters is too long', async (length) => {
    const path = confirmReset.path.replace('{buffer}', 'x'.repeat(length))
    expectRefusal(await exchange(port, get(`/api/${path}`)), 'uri_too_long')
    expectRefusal(await exchange(port, post(`/api/${path}`, form, '')), 'uri_too_long')
    const page = await exchange(port, get(`/${'x'.repeat(length)}`))
    expect(page.status).toBe(414)
  })

  // shows D121
  // asvs 16.5.1
  test('that nobody serves is not repeated to whoever asked', async () => {
    for (const bytes of [
      get('/api/<script>alert(1)</script>'),
      post('/api/no-such-call', form, ''),
      get('/api'),
      get('/api/init-user/extra'),
    ]) {
      const reply = await exchange(port, bytes)
      expectRefusal(reply, 'unknown_path')
    }
  })

  // asvs 13.4.4
  test.each(['PUT', 'PATCH', 'TRACE', 'OPTIONS', 'PROPFIND'])('takes no %s', async (method) => {
    for (const [path, status, allow] of [
      ['/api/login', 405, 'POST'],
      ['/', 405, 'GET, HEAD'],
      ['/api/nothing', 404, undefined],
    ] as const) {
      const reply = await exchange(port, `${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      expect(reply.status).toBe(status)
      expect(reply.headers.allow).toBe(allow)
      expect(reply.headers).not.toHaveProperty('access-control-allow-origin')
    }
  })
})

describe('a head', () => {
  // asvs 4.2.1
  test.each([
    [
      'a NUL in the token',
      get('/api/init-user', 'Authorization: Bearer a\0b'),
      'invalid',
      incomplete,
    ],
    ['20 KB', get('/api/init-user', `X-Long: ${'x'.repeat(20_000)}`), 'too_large', tooLarge],
    ['no HTTP at all', '\u0001\u0002\u0003\r\n\r\n', 'invalid', incomplete],
    [
      'two lengths',
      post('/api/login', form, 'x').toString().replace('\r\n', '\r\nContent-Length: 9\r\n'),
      'invalid',
      incomplete,
    ],
  ] as const)('with %s is refused in the same form', async (_, bytes, code, said) => {
    expectRefusal(await exchange(port, bytes), code, said)
  })

  test('with a token of 10 KB means no session', async () => {
    const reply = await exchange(
      port,
      get('/api/init-user', `Authorization: Bearer ${'x'.repeat(10_000)}`),
    )
    expectRefusal(reply, 'session_ended')
  })
})

describe('a request from another site', () => {
  const from = (headers: Record<string, string>) =>
    bank.send(confirmReset, { buffer: 'x' }, { headers })

  // asvs 3.2.1 3.5.1 3.5.2 3.5.3
  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
    [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }],
    [{ 'sec-fetch-dest': 'iframe' }],
  ])('%j is refused, even a GET', async (headers) => {
    const reply = await from(headers)
    expect(answerOf(reply)).toEqual(refusedWith('cross_site'))
  })

  test("a browser's own fetch, or none of a browser's, is let through", async () => {
    for (const headers of [{}, { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }]) {
      expect((await from(headers)).json().message).toBe(messages.resetLinkInvalid)
    }
  })

  // shows §9.28 D123
  // asvs 3.5.1
  test('that has the cookie must say what is in it', async () => {
    const fields = { username: ada.username, password: ada.password }
    const enter = (headers: Record<string, string>) => bank.send(login, fields, { headers })
    const cookie = 'theme=dark; XSRF-TOKEN=abc'
    expect((await enter({ cookie })).statusCode).toBe(403)
    expect((await enter({ cookie, 'x-xsrf-token': 'abd' })).statusCode).toBe(403)
    expect((await enter({ cookie, 'x-xsrf-token': 'abc' })).statusCode).toBe(200)
    expect((await enter({ cookie: 'theme=dark' })).statusCode).toBe(200)
  })
})

// asvs 4.1.3 15.3.4
test('a proxy is believed about the last hop only, and only where it is the one that is set', async () => {
  const behind = await testBank(db, { config: { trustedProxies: ['10.0.0.1', '10.0.1.0/24'] } })
  const tries = async (address: string) =>
    (await db.sql`select 1 from attempts where bucket = ${`login:address:${address}`}`).length
  const headers = { 'x-forwarded-for': '9.9.9.9, 8.8.8.8' }
  const wrong = { username: 'nobody', password: 'wrong one' }
  await behind.send(login, wrong, { headers, address: '10.0.0.1' })
  expect([await tries('8.8.8.8'), await tries('9.9.9.9')]).toEqual([1, 0])
  await bank.send(login, wrong, { headers: { 'x-forwarded-for': '7.7.7.7' }, address: '10.0.0.2' })
  expect([await tries('7.7.7.7'), await tries('10.0.0.2')]).toEqual([0, 1])
  // Reached past its proxy, it takes nobody's word; through two proxies it looks behind both.
  await behind.send(login, wrong, {
    headers: { 'x-forwarded-for': '6.6.6.6' },
    address: '10.0.0.3',
  })
  expect([await tries('6.6.6.6'), await tries('10.0.0.3')]).toEqual([0, 1])
  const chain = { 'x-forwarded-for': '9.9.9.9, 5.5.5.5, 10.0.1.7' }
  await behind.send(login, wrong, { headers: chain, address: '10.0.0.1' })
  expect([await tries('5.5.5.5'), await tries('10.0.1.7')]).toEqual([1, 0])
  await behind.stop()
})

// shows D127
test('a stranger learns nothing about a form from a call that wants a session', async () => {
  const { payload, contentType } = await multipart([['accountName', 'x'.repeat(5000)]])
  const headers = { 'content-type': contentType }
  const reply = await bank.app.inject({ method: 'POST', url: '/api/account', headers, payload })
  expect(answerOf(reply)).toEqual(refusedWith('session_ended'))
})

// asvs 15.3.3
test('a sign-up with thirty more fields is a sign-up', async () => {
  const extra = Object.fromEntries(Array.from({ length: 18 }, (_, index) => [`x${index}`, '1']))
  expect((await bank.send(signup, { ...signUpForm(), ...extra })).statusCode).toBe(200)
  expect((await bank.send(initUser, {}, { token: ada.token })).statusCode).toBe(200)
})
