import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { anything, call, nothing } from '@passbook/contract'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { answerOf, refusedWith } from '#testing/test-bank.ts'
import { type Stream, serveEvents } from './event-stream.ts'
import { sessionEnded } from './route.ts'
import { makeServer } from './server.ts'

const streaming = call({
  method: 'GET',
  path: 'stream',
  access: 'customer',
  request: nothing,
  response: anything,
  answers: 'stream',
})
const opened: Stream<unknown>[] = []
const closed = new Set<Stream<unknown>>()
const app = makeServer({ log: pino({ level: 'silent' }), trustedProxies: [] })
serveEvents(app, streaming, {
  admit: async (token) => {
    if (token !== 'good') throw sessionEnded()
    return token
  },
  open: async (stream) => {
    opened.push(stream)
    stream.onClose(() => closed.add(stream))
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(async () => {
  for (const stream of opened) stream.end()
  await app.close()
})

async function connect(headers: Record<string, string> = {}) {
  const { port } = app.server.address() as AddressInfo
  const request = http.get({
    port,
    host: '127.0.0.1',
    path: '/api/stream',
    headers: { authorization: 'Bearer good', ...headers },
    agent: false,
  })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  request.on('error', () => {})
  response.on('error', () => {})
  return { request, response, stream: opened.at(-1) as Stream<unknown> }
}

const toClose = (stream: Stream<unknown>) => expect.poll(() => closed.has(stream)).toBe(true)

describe('an open stream', () => {
  test('carries events and beats as they come, and ends when it is told to', async () => {
    const { response, stream } = await connect()
    response.setEncoding('utf8')
    let text = ''
    response.on('data', (chunk: string) => {
      text += chunk
    })
    stream.send({ word: 'two\nlines' })
    stream.beat()
    await expect
      .poll(() => text)
      .toMatch(/^retry: [2-5]\d{3}\n\ndata: \{"word":"two\\nlines"\}\n\n: still here\n\n$/)
    stream.end(60_000)
    await once(response, 'end')
    expect(text).toMatch(/retry: 60000\n\n$/)
    await toClose(stream)
    stream.send('into the void')
    stream.beat()
    stream.end()
  })

  // asvs 1.4.3
  test('is let go when its client leaves', async () => {
    const { request, stream } = await connect()
    request.destroy()
    await toClose(stream)
    stream.send('into the void')
  })

  test('is cut when its client does not read', async () => {
    const { response, stream } = await connect()
    response.pause()
    const event = { text: 'x'.repeat(8_192) }
    for (let count = 0; count < 5_000 && !closed.has(stream); count += 1) {
      stream.send(event)
      if (count % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await toClose(stream)
  })

  test('is refused like any call', async () => {
    const count = opened.length
    const cases = [
      [{ authorization: 'Bearer bad' }, 'session_ended'],
      [{ authorization: '' }, 'session_ended'],
      [{ 'sec-fetch-site': 'cross-site' }, 'cross_site'],
    ] as const
    for (const [headers, code] of cases) {
      const sent = { authorization: 'Bearer good', ...headers }
      const reply = await app.inject({ method: 'GET', url: '/api/stream', headers: sent })
      expect(answerOf(reply)).toEqual(refusedWith(code))
    }
    expect(opened).toHaveLength(count)
  })
})
