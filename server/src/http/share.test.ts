import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { anything, call, nothing } from '@passbook/contract'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { listening } from '#testing/raw-http.ts'
import { closeGently } from './close.ts'
import { makeRawRoute, sessionEnded } from './route.ts'
import { makeServer } from './server.ts'
import { makeShare } from './share.ts'

const [read, work, enter, costly, long] = [
  call({ method: 'GET', path: 'read', access: 'customer', request: nothing, response: anything }),
  call({ method: 'POST', path: 'work', access: 'customer', request: nothing, response: anything }),
  call({ method: 'POST', path: 'enter', access: 'public', request: nothing, response: anything }),
  call({
    ...{ method: 'GET', path: 'costly', access: 'customer', costly: true },
    ...{ request: nothing, response: anything },
  }),
  call({
    ...{ method: 'GET', path: 'long', access: 'customer', costly: true, answers: 'file' },
    ...{ request: nothing, response: anything },
  }),
]

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server whose work goes on until a test lets it end; sessions are called `customer:anything`. */
async function serverOf(sizes: { session: number; network: number }) {
  const app = makeServer({
    ...{ log: pino({ level: 'silent' }), trustedProxies: [], requestTimeoutMs: 5_000 },
  })
  const share = makeShare(sizes)
  const underWay: { name: string; end: () => void }[] = []
  let pieces = 0
  const authenticate = async (token: string) => {
    const [id, name] = token.split(':')
    if (name === 'wrong') throw sessionEnded()
    return { id: BigInt(id ?? 0), name: token }
  }
  const route = makeRawRoute(app, authenticate, { secure: false, share })
  for (const one of [read, work, enter, costly]) {
    route(one, async ({ customer, address }, reply) => {
      const name = customer ? (customer as { name: string }).name : address
      const { promise, resolve } = Promise.withResolvers<void>()
      underWay.push({ name, end: resolve })
      await promise
      return reply.send({ name })
    })
  }
  route(long, async ({ paced }, reply) => {
    async function* body() {
      for (let nth = 0; nth < 400; nth += 1) {
        pieces += 1
        yield 'x'.repeat(100_000)
      }
    }
    return reply.type('text/plain').send(Readable.from(paced(body())))
  })
  const seen = { came: 0, over: 0 }
  app.server.on('request', (_, reply) => {
    seen.came += 1
    reply.once('close', () => {
      seen.over += 1
    })
  })
  const port = await listening(app)
  const endAll = () => {
    for (const { end } of underWay.splice(0)) end()
  }
  const drain = setInterval(() => isOver && endAll(), 5)
  let isOver = false
  const close = async () => {
    isOver = true
    await closeGently(app)
    clearInterval(drain)
  }
  closing.push(close)
  return {
    ...{ port, underWay, close, seen },
    pieces: () => pieces,
    names: () => underWay.map((one) => one.name),
  }
}
type Server = Awaited<ReturnType<typeof serverOf>>

type Asked = { status: Promise<number>; reply: Promise<http.IncomingMessage>; leave: () => void }

/** Asks on a connection of its own, from one of this machine's addresses. */
function ask({ port }: Server, path: string, token: string, localAddress = '127.0.0.1'): Asked {
  const request = http.request({
    ...{ port, host: '127.0.0.1', localAddress, path: `/api/${path}`, agent: false },
    headers: token ? { authorization: `Bearer ${token}` } : {},
    method: path === 'work' || path === 'enter' ? 'POST' : 'GET',
  })
  const reply = once(request, 'response').then(([response]) => response as http.IncomingMessage)
  const status = reply.then(({ statusCode }) => statusCode ?? 0)
  status.catch(() => {})
  request.on('error', () => {})
  request.end()
  return { status, reply, leave: () => request.destroy() }
}

const many = (count: number, make: (nth: number) => Asked) =>
  Array.from({ length: count }, (_, nth) => make(nth))
const settled = () => new Promise((done) => setTimeout(done, 100))
/** So many have come, and those who must wait do. */
const untilCome = (server: Server, count: number) => expect.poll(() => server.seen.came).toBe(count)
const untilOver = (server: Server, count: number) => expect.poll(() => server.seen.over).toBe(count)
const untilUnderWay = (server: Server, count: number) =>
  expect.poll(() => server.underWay.length).toBe(count)
const share = { session: 4, network: 16 }

describe('the share of a session', () => {
  // shows D168
  test('is four requests, forty wait, and who comes then is told when to come again', async () => {
    const server = await serverOf(share)
    const crowd = many(44, () => ask(server, 'read', '1:a'))
    await untilCome(server, 44)
    await untilUnderWay(server, 4)
    const late = await (await ask(server, 'read', '1:a').reply).setEncoding('utf8')
    expect(late.statusCode).toBe(429)
    expect(late.headers['retry-after']).toBe('2')
    expect(JSON.parse((await late.toArray()).join(''))).toEqual({
      ...{ status: 'failed', code: 'too_many', data: { retryAfterSeconds: 2 } },
      message: 'Too many requests at once. Try again in a moment',
    })
    expect(server.underWay).toHaveLength(4)
    for (let done = 0; done < 44; done += 1) {
      await expect.poll(() => server.underWay.length).toBeGreaterThan(0)
      expect(server.underWay.length).toBeLessThanOrEqual(4)
      server.underWay.shift()?.end()
    }
    expect(await Promise.all(crowd.map(({ status }) => status))).toEqual(Array(44).fill(200))
  })

  test('leaves room for everybody else of its network, however many it asks', async () => {
    const server = await serverOf(share)
    many(80, () => ask(server, 'read', '1:a'))
    await untilCome(server, 80)
    for (const [path, token] of [
      ['read', '2:b'],
      ['work', '3:c'],
      ['enter', ''],
    ] as const) {
      ask(server, path, token)
    }
    await untilUnderWay(server, 7)
    expect(server.names().slice(4).sort()).toEqual(['127.0.0.1', '2:b', '3:c'])
  })

  test('is given back when the session is none, and by whoever leaves while waiting', async () => {
    const server = await serverOf(share)
    for (let times = 0; times < 30; times += 1) {
      expect(await ask(server, 'read', '1:wrong').status).toBe(401)
    }
    many(4, () => ask(server, 'read', '1:a'))
    await untilUnderWay(server, 4)
    const impatient = many(40, () => ask(server, 'read', '1:a'))
    await untilCome(server, 74)
    for (const { leave } of impatient) leave()
    await untilOver(server, 70)
    const patient = many(40, () => ask(server, 'read', '1:a'))
    await untilCome(server, 114)
    expect(await ask(server, 'read', '1:a').status).toBe(429)
    for (const { leave } of patient) leave()
    await untilOver(server, 111)
    for (const { end } of server.underWay.splice(0)) end()
    await settled()
    expect(server.underWay).toEqual([])
  })

  test('is not given back while the bank still works for somebody who has gone', async () => {
    const server = await serverOf(share)
    const gone = many(4, () => ask(server, 'read', '1:a'))
    await untilUnderWay(server, 4)
    for (const { leave } of gone) leave()
    await untilOver(server, 4)
    ask(server, 'read', '1:a')
    await untilCome(server, 5)
    await settled()
    expect(server.underWay).toHaveLength(4)
    server.underWay.shift()?.end()
    await settled()
    expect(server.underWay).toHaveLength(4)
  })
})

describe('the share of a network', () => {
  // shows D168
  test('is sixteen requests, whatever tokens they name; other networks have their own', async () => {
    const server = await serverOf(share)
    many(50, (nth) => ask(server, 'read', `1:${nth}`, '127.0.0.2'))
    await untilCome(server, 50)
    await settled()
    expect(server.underWay).toHaveLength(16)
    ask(server, 'read', '2:a', '127.0.0.3')
    await untilUnderWay(server, 17)
    expect(server.names().at(-1)).toBe('2:a')
  })

  test('goes in turns: the session with the fewest under way is next, and a larger crowd makes room', async () => {
    const server = await serverOf({ session: 8, network: 16 })
    const crowds = ['1:a', '2:b'].flatMap((token) => many(28, () => ask(server, 'read', token)))
    const heard: number[] = []
    for (const { status } of crowds) void status.then((code) => heard.push(code))
    await untilCome(server, 56)
    await untilUnderWay(server, 16)
    const newcomer = ask(server, 'read', '3:c')
    await expect.poll(() => heard).toEqual([429])
    server.underWay.shift()?.end()
    await expect.poll(() => server.names().at(-1)).toBe('3:c')
    server.underWay.pop()?.end()
    expect(await newcomer.status).toBe(200)
  })

  test('is no more than three quarters for people without a session, slow bodies included', async () => {
    const server = await serverOf(share)
    const head = 'POST /api/enter HTTP/1.1\r\nhost: bank\r\ncontent-length: 10\r\n\r\nslow'
    const sockets = Array.from({ length: 20 }, () => connect(server.port, '127.0.0.1'))
    for (const socket of sockets) socket.on('error', () => {}).write(head)
    await settled()
    many(5, (nth) => ask(server, 'read', `${nth}:a`))
    await untilUnderWay(server, 4)
    for (const socket of sockets) socket.destroy()
    await untilUnderWay(server, 5)
  })

  test('of all who waited when the server stops nobody is left without an answer', async () => {
    const server = await serverOf(share)
    const crowd = many(30, () => ask(server, 'read', '1:a'))
    await untilCome(server, 30)
    await server.close()
    expect(await Promise.all(crowd.map(({ status }) => status))).toEqual(Array(30).fill(200))
  })
})

describe('costly calls', () => {
  // shows D168
  test('of a customer go on two at a time, in however many sessions, and hold up no others', async () => {
    const server = await serverOf(share)
    many(20, (nth) => ask(server, 'costly', `1:${nth}`))
    await untilCome(server, 20)
    await settled()
    expect(server.underWay).toHaveLength(2)
    many(4, () => ask(server, 'read', '1:other'))
    ask(server, 'costly', '2:a')
    await untilUnderWay(server, 7)
    server.underWay.shift()?.end()
    await expect.poll(() => server.names().filter((name) => name.startsWith('1:'))).toHaveLength(6)
  })

  test('that are read slowly keep their customer from more, and nobody from anything', async () => {
    const server = await serverOf({ session: 4, network: 4 })
    const slow = many(8, (nth) => ask(server, 'long', `${nth}:a`))
    const replies = await Promise.all(slow.map(({ reply }) => reply))
    await expect
      .poll(async () => {
        const before = server.pieces()
        await settled()
        return server.pieces() === before
      })
      .toBe(true)
    expect(server.pieces()).toBeLessThan(8 * 400)
    many(4, () => ask(server, 'read', '9:a'))
    await untilUnderWay(server, 4)
    for (const { end } of server.underWay.splice(0)) end()
    const [first, ...rest] = replies
    let bytes = 0
    for await (const chunk of first ?? []) bytes += chunk.length
    expect(bytes).toBe(40_000_000)
    for (const reply of rest) reply.destroy()
    await settled()
    // All places are free again, those of who has gone too.
    many(2, () => ask(server, 'costly', '1:a'))
    await untilUnderWay(server, 2)
  })
})

test('where both sizes are 0 as many requests as come are under way', async () => {
  const server = await serverOf({ session: 0, network: 0 })
  many(70, () => ask(server, 'read', '1:a'))
  await untilUnderWay(server, 70)
})

test('where networks have no bound each session has its own', async () => {
  const server = await serverOf({ session: 4, network: 0 })
  many(6, () => ask(server, 'read', '1:a'))
  many(6, () => ask(server, 'read', '2:a'))
  many(20, () => ask(server, 'enter', ''))
  await untilUnderWay(server, 28)
  await settled()
  expect(server.underWay).toHaveLength(28)
})
