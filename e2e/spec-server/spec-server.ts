import { readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import { calls, open, type Reply } from './calls.ts'
import { type Laxness, laxly } from './laxness.ts'
import { payloadOf } from './payloads.ts'
import { makeWorld, token, type World } from './world.ts'

// A server that has the calls of section 7 and nothing else: no keys, no codes of refusals, no events,
// no list of features. What is sent to it twice it does twice.

const webDir = resolve(import.meta.dirname, '../../web/dist')
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** When the answer to a call is lost: before it is done, after it, or in the middle of being told. */
export type Loss = 'before' | 'after' | 'half'

/** What a test may change while the server runs. */
type Switches = {
  /** In how many ways it differs from what one might expect. */
  lax: readonly Laxness[]
  /** Calls by the first part of their path. */
  lose: { call: string; how: Loss } | null
  fault: { call: string; reply: Reply } | null
  /**
   * Whether connections are used again. A browser by itself sends a form once more, and again on each
   * used connection that it has left, when one ends without an answer; no page can keep it from that.
   */
  reuse: boolean
  /** Where it reads the login. */
  auth: 'bearer' | 'query'
}

export type SpecServer = {
  url: string
  world: World
  switches: Switches
  /** Every order that arrived, in the order of its arrival. */
  orders: { call: string; fields: Record<string, string>; lost: boolean }[]
  /** What the client asked that is not in section 7: calls, fields, and headers that nobody there knows. */
  strange: string[]
  /** The calls of section 7 that were made. */
  asked: Set<string>
  /** Everything as it was at first. */
  reset(): void
  stop(): Promise<void>
}

/** `client`: the page too, with the calls below /api; `api`: the calls alone, for pages of elsewhere. */
export async function startSpecServer(serve: 'client' | 'api' = 'client'): Promise<SpecServer> {
  const state = makeState()
  const { orders, strange, asked } = state
  const { url, stop } = await listen(
    createServer((request, response) => {
      const path = request.url ?? '/'
      const connection = state.switches.reuse ? 'keep-alive' : 'close'
      response.setHeader('connection', connection)
      if (serve === 'client' && !path.startsWith('/api/')) {
        return sendFile(path, response, '/api', state.switches.auth)
      }
      const root = serve === 'client' ? '/api/' : '/v1/bank/'
      void answer(state, { request, response, path: path.slice(root.length) })
    }),
  )
  return {
    url: serve === 'client' ? url : `${url}/v1/bank`,
    get world() {
      return state.world
    },
    get switches() {
      return state.switches
    },
    orders,
    strange,
    asked,
    reset() {
      Object.assign(state, { world: makeWorld(), switches: makeState().switches })
      orders.length = 0
      strange.length = 0
      asked.clear()
    },
    stop,
  }
}

/** The page alone, which asks an API of another origin. */
export const startPage = (apiRoot: string) =>
  listen(createServer(({ url = '/' }, response) => sendFile(url, response, apiRoot)))

async function listen(server: Server): Promise<{ url: string; stop(): Promise<void> }> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, stop }
}

export type State = Pick<SpecServer, 'world' | 'switches' | 'orders' | 'strange' | 'asked'>

/** A server as it is at first. */
export const makeState = (): State => ({
  world: makeWorld(),
  switches: { lax: [], lose: null, fault: null, reuse: false, auth: 'bearer' },
  orders: [],
  strange: [],
  asked: new Set(),
})

type Exchange = { request: IncomingMessage; response: ServerResponse; path: string }

/** Pages of any origin may ask, with the one header that the specification needs. */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization',
  'access-control-allow-methods': 'GET, POST',
}

async function answer(state: State, { request, response, path }: Exchange): Promise<void> {
  const { method = 'GET', headers } = request
  if (method === 'OPTIONS') return void response.writeHead(204, cors).end()
  const asked = { method, path, form: await formOf(request), headers }
  const { call, http, type, text } = replyTo(state, asked)
  const lost = state.switches.lose?.call === call ? state.switches.lose.how : null
  const order = state.orders.at(-1)
  if (lost && order && isOrder(method, call)) order.lost = true
  if (lost === 'before' || lost === 'after') return void request.socket.destroy()
  response.writeHead(http, { ...cors, 'content-type': type })
  if (lost !== 'half') return void response.end(text)
  response.write(text.slice(0, text.length / 2), () => request.socket.destroy())
}

type Asked = {
  method: string
  path: string
  form: Record<string, string> | null
  headers: { authorization?: string | undefined; 'idempotency-key'?: unknown }
}

/** What the server answers, and what it notes of the question; it is done unless it is lost before. */
export function replyTo(state: State, { method, path, form, headers }: Asked) {
  const { pathname, searchParams } = new URL(path, 'http://bank/')
  const [call = '', ...rest] = pathname.slice(1).split('/').map(decodeURIComponent)
  const { user_auth: queryToken, ...query } = Object.fromEntries(searchParams)
  const fields = { ...query, ...form }
  const { lose, fault, lax, auth } = state.switches
  const handler = calls[`${method} ${call}`]
  const payload = payloadOf({ method, path: pathname, names: Object.keys(fields) })
  if (payload.problem) state.strange.push(payload.problem)
  if (form && Object.keys(query).length > 0) state.strange.push(`${payload.key} has a query`)
  if (headers['idempotency-key']) state.strange.push('idempotency-key')
  const bearer = headers.authorization?.replace('Bearer ', '')
  if (auth === 'query' ? bearer : queryToken) state.strange.push('a login in the wrong place')
  state.asked.add(payload.key)
  if (isOrder(method, call)) state.orders.push({ call: pathname.slice(1), fields, lost: false })
  const known = open.has(call) || (auth === 'query' ? queryToken : bearer) === token
  const isDone = !(lose?.call === call && lose.how === 'before')
  const asked = { world: state.world, fields, slot: rest.join('/') }
  const reply = !known
    ? { http: 401, status: 'failed', message: 'Log in' }
    : fault?.call === call
      ? fault.reply
      : ((isDone ? handler?.(asked) : null) ?? {
          http: 404,
          status: 'failed',
          message: 'Not found',
        })
  return { call, ...laxly(lax, call, reply) }
}

const isOrder = (method: string, call: string) =>
  method === 'POST' && ['transfer', 'loan', 'biller', 'init-deposit', 'account'].includes(call)

async function formOf(request: IncomingMessage): Promise<Record<string, string> | null> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const type = request.headers['content-type']
  if (!type || chunks.length === 0) return null
  const form = await new Response(Buffer.concat(chunks), {
    headers: { 'content-type': type },
  }).formData()
  return Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
}

function sendFile(url: string, response: ServerResponse, apiRoot: string, auth = 'bearer'): void {
  const path = new URL(url, 'http://page/').pathname
  const file = join(webDir, path)
  const isFile = file.startsWith(webDir) && statSync(file, { throwIfNoEntry: false })?.isFile()
  const name = isFile ? file : join(webDir, 'index.html')
  const type = types[extname(name)] ?? 'application/octet-stream'
  const lasting = path.startsWith('/assets/') ? 'max-age=3600' : 'no-cache'
  response.writeHead(200, { 'content-type': type, 'cache-control': lasting })
  const bytes = readFileSync(name)
  response.end(type === types['.html'] ? withAttributes(bytes.toString(), apiRoot, auth) : bytes)
}

/** The attributes of the page: where its calls go, and no cover that a journey would wait for. */
const withAttributes = (html: string, apiRoot: string, auth: string) =>
  html
    .replace('<html ', `<html data-auth="${auth}" `)
    .replace(/data-api-root="[^"]*"/, `data-api-root="${apiRoot}"`)
    .replace(/data-cover-ms="[^"]*"/, 'data-cover-ms="0"')
