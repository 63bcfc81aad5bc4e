import {
  authenticationRequired,
  type Call,
  type Envelope,
  envelope,
  type FileCall,
  type FormCall,
  type Output,
  type Sent,
  type StreamCall,
  slotsOf,
} from '@passbook/contract'
import { page } from './page.ts'
import { withProof } from './proof.ts'
import { readReply } from './read-reply.ts'
import { noteServerTime } from './server-time.ts'
import { RequestError } from './texts.ts'
import { forgetToken, readToken } from './token.ts'

type Reply<C extends Call> = { message: string; data: Output<C> }

export type SendOptions = {
  signal?: AbortSignal | undefined
  /** Makes a repeat of the same order harmless: the server answers it once. */
  onceKey?: string | undefined
}

/**
 * Makes one call of the contract. It resolves for a reply with status `success` only; all else is
 * a `RequestError` whose message can be shown as it is. There is no timeout, as specified. Where the
 * session is too old, the customer is asked and the call made again, with the same idempotency key.
 */
export function send<C extends FormCall>(
  call: C,
  input: Sent<C>,
  options: SendOptions = {},
): Promise<Reply<C>> {
  return withProof(() => sendOnce(call, input, options))
}

async function sendOnce<C extends FormCall>(
  call: C,
  input: Sent<C>,
  options: SendOptions,
): Promise<Reply<C>> {
  const headers = { accept: 'application/json' }
  const token = readToken()
  const response = await exchange(call, input as Record<string, unknown>, { ...options, headers })
  noteServerTime(response.headers.get('date'), response.headers.get('bank-time'))
  const told = await readEnvelope(response)
  const { status, message, data } = told
  if (response.status === 401 && call.access === 'customer') forgetToken(token)
  // A login that a code must follow is told by this word alone, whatever stands beside it.
  if (call.path !== 'login' || message !== authenticationRequired) {
    if (!response.ok) throw new RequestError('http', response.status, message, told)
    if (!status) throw new RequestError('no-status', response.status)
    if (status.toLowerCase() !== 'success') {
      throw new RequestError('refused', response.status, message, told)
    }
  }
  const answer = await readReply(call.response, data)
  if (!answer.ok) throw new RequestError('unreadable', response.status)
  return { message: message ?? '', data: answer.value as Output<C> }
}

/** The data of a call that only reads, for a query. */
export async function ask<C extends FormCall>(
  call: C,
  input: Sent<C>,
  signal: AbortSignal,
): Promise<Output<C>> {
  // A page begins half a dozen calls at once: between them a slow phone answers its customer.
  await scheduler?.yield?.()
  const { data } = await send(call, input, { signal })
  return data
}

/** What lets waiting events go first, where the browser has it. */
const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }

/**
 * Asks for what is no envelope: a file, or a stream that stays open. A refusal is an envelope all
 * the same and becomes a `RequestError`, as in `send`.
 */
export async function stream<C extends FileCall | StreamCall>(
  call: C,
  input: Sent<C>,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<{ headers: Headers; body: ReadableStream<Uint8Array> }> {
  const token = readToken()
  const accept = call.answers === 'stream' ? 'text/event-stream' : '*/*'
  const response = await exchange(call, input as Record<string, unknown>, {
    signal,
    headers: { accept },
  })
  if (response.ok && response.body) return { headers: response.headers, body: response.body }
  const told = await readEnvelope(response)
  if (response.status === 401 && call.access === 'customer') forgetToken(token)
  throw new RequestError('http', response.status, told.message, told)
}

/** The one place that reaches the network. */
async function exchange(
  call: Call,
  input: Record<string, unknown>,
  { signal, onceKey, headers }: SendOptions & { headers: Record<string, string> },
): Promise<Response> {
  const { url, body } = addressOf(call, input)
  try {
    const begun = call.method === 'GET' ? takeBegun(url) : null
    if (begun !== null) return await begun
    return await fetch(url, {
      method: call.method,
      headers: { ...headers, ...headersFor(call, onceKey) },
      credentials: 'same-origin',
      ...(body ? { body } : {}),
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    throw broken(error)
  }
}

/** Whether first-paint.js has made a call that nobody has taken the reply of. */
export const isBegun = (call: Call, input: Record<string, unknown>): boolean =>
  begunCalls()?.begun[addressOf(call, input).url] !== undefined

type FirstLoad = { token: string; begun: Record<string, Promise<Response> | undefined> }

/** What was begun and not taken at once is too old to be shown. */
const begunForMs = 30_000

const begunCalls = () => (window as { firstLoad?: FirstLoad | undefined }).firstLoad

/** The reply to a call that first-paint.js made while this code was on its way; each once. */
function takeBegun(url: string): Promise<Response> | null {
  const firstLoad = begunCalls()
  const reply = firstLoad?.begun[url]
  if (!firstLoad || !reply) return null
  delete firstLoad.begun[url]
  return firstLoad.token === readToken() && performance.now() < begunForMs ? reply : null
}

/** Slots go into the path, the rest into the form of a POST and the query of anything else. */
export function addressOf(call: Call, input: Record<string, unknown>) {
  const slots = slotsOf(call.path)
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, slot: string) =>
    encodeURIComponent(String(input[slot] ?? '')),
  )
  const query = new URLSearchParams(bearerOf(call, true))
  const body = call.method === 'POST' ? new FormData() : null
  for (const [name, value] of Object.entries(input)) {
    if (slots.includes(name) || value === undefined || value === null) continue
    const fields = body ?? query
    fields.append(name, String(value))
  }
  return { url: `${page.apiRoot}/${path}${query.size ? `?${query}` : ''}`, body }
}

/** The login as a header, or in the query of a server that reads it there (`data-auth`). */
function bearerOf(call: Call, inQuery: boolean): Record<string, string> {
  const token = readToken()
  const isAsked = call.access === 'customer' || call.knowsSession
  if (!token || !isAsked || page.authInQuery !== inQuery) return {}
  return inQuery ? { user_auth: token } : { authorization: `Bearer ${token}` }
}

function headersFor(call: Call, onceKey: string | undefined): Record<string, string> {
  const xsrf = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1]
  return {
    ...bearerOf(call, false),
    ...(xsrf ? { 'x-xsrf-token': decodeURIComponent(xsrf) } : {}),
    ...(onceKey ? { 'idempotency-key': onceKey } : {}),
  }
}

/** A body that is no envelope reads as an empty one: the HTTP status then tells what happened. */
async function readEnvelope(response: Response): Promise<Envelope> {
  let body: unknown
  try {
    body = JSON.parse(await response.text())
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw broken(error)
  }
  const told = await readReply(envelope, body)
  return told.ok ? (told.value as Envelope) : {}
}

/** What a connection that broke, or was given up, is called. */
export function broken(error: unknown): RequestError {
  const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : ''
  const aborted = name === 'AbortError' || name === 'TimeoutError'
  return new RequestError(aborted ? 'aborted' : 'network')
}
