import {
  type Call,
  check,
  encodeJson,
  type FileCall,
  type FormCall,
  type Input,
  messages,
  type Output,
  refusals,
  slotsOf,
} from '@passbook/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SqlPart } from '#db/db.ts'
import { type Caller, callerOf } from '#kernel/caller.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import { deviceCookie } from './device-cookie.ts'
import { readable, readForm, readQuery } from './form.ts'
import { gone, type Place, type Share } from './share.ts'
import { successText } from './success-text.ts'

/** What a handler gets: the checked input, who asks, and a way to add a message to the reply. */
type Asked<C extends Call, Who> = {
  input: Input<C>
  customer: C['access'] extends 'customer' ? Who : undefined
  /** The token that came with a call which knows a session and asks for none; it may be of nobody. */
  session: C['knowsSession'] extends true ? string | undefined : undefined
  address: string
  /** Who asks, for people: a name of the program, and the network of the address. */
  caller: Caller
  /** The Idempotency-Key header: an order sent again with it has no second effect. */
  onceKey: string | undefined
  say: (message: string) => void
  /** Adds a header to the reply. */
  put: (name: string, value: string) => void
}

type Handler<C extends Call, Who> = (asked: Asked<C, Who>) => Promise<Output<C>>

/** Binds a call to its handler. */
export type Route<Who> = <C extends FormCall>(call: C, handler: Handler<C, Who>) => void

/** Binds a call to what sends its reply: a file, or the usual form written while it is read. */
export type RawRoute<Who> = <C extends FormCall | FileCall>(
  call: C,
  handler: RawHandler<C, Who>,
) => void

type RawHandler<C extends Call, Who> = (
  asked: Omit<Asked<C, Who>, 'say' | 'put'> & Pick<Place, 'paced'>,
  reply: FastifyReply,
) => Promise<FastifyReply>

/**
 * A session that the query which answers a call finds along the way, so that both take one round
 * trip.
 */
export type Claim = {
  /** A query of the customer's id and username and of when the session was last used; empty where it ended. */
  session: SqlPart
  /** Refuses where that found nobody, and notes the use where it did. */
  admit(found: { lastUsedAt: Date } | undefined): void
}

/** Binds a call whose handler sees to its session by itself: it must `admit` before it answers. */
export type ClaimRoute = <C extends FormCall>(
  call: C,
  handler: (asked: { input: Input<C>; claim: Claim }) => Promise<Output<C>>,
) => void

declare module 'fastify' {
  interface FastifyRequest {
    who?: unknown
    place?: Place
    /** Whether the handler is at work on it. */
    isBegun?: true
  }
}

/** Says whose token it is; with `fresh` only where its holder has just proven who they are. */
export type Authenticate<Who> = (token: string, wanted?: { fresh?: boolean }) => Promise<Who>

type Site = {
  /** Whether the bank's public address has TLS, which may end at a proxy that need not tell of it. */
  secure: boolean
  share: Share
}

/**
 * Makes the function that binds calls. `authenticate` comes from above, so that this folder need
 * not know what a session is; it throws where a token is no longer good.
 */
export function makeRoute<Who extends { id: bigint }>(
  app: FastifyInstance,
  authenticate: Authenticate<Who>,
  site: Site,
): Route<Who> {
  const rawRoute = makeRawRoute(app, authenticate, site)
  return (call, handler) =>
    rawRoute(call, async (asked, reply) => {
      let message: string | undefined
      const say = (text: string) => {
        message = text
      }
      const put = (name: string, value: string) => void reply.header(name, value)
      const data = await handler({ ...asked, say, put })
      return sendData(reply, call, data, message)
    })
}

function sendData<C extends Call>(
  reply: FastifyReply,
  call: C,
  data: Output<C>,
  message?: string,
): FastifyReply {
  const text = data === undefined ? undefined : encodeJson(call.response, data)
  return reply.type('application/json; charset=utf-8').send(successText(text, message))
}

/**
 * Binds calls without a body that look the session up in a query of their own, with the same checks.
 * What is wrong with the input is still told to nobody but the holder of a session.
 */
export function makeClaimRoute(
  app: FastifyInstance,
  {
    claimOf,
    authenticate,
    share,
  }: {
    claimOf: (token: string) => Claim
    authenticate: Authenticate<unknown>
    share: Share
  },
): ClaimRoute {
  return (call, handler) => {
    bind(app, call, share, {
      admit: async (request, token) => {
        request.who = token
      },
      handler: async (request, reply) => {
        const token = request.who as string
        const input = await readInput(call, request).catch(async (error: unknown) => {
          await authenticate(token)
          throw error
        })
        return sendData(reply, call, await handler({ input, claim: claimOf(token) }))
      },
    })
  }
}

/** Binds calls whose reply is not the usual form, with the same checks. */
export function makeRawRoute<Who extends { id: bigint }>(
  app: FastifyInstance,
  authenticate: Authenticate<Who>,
  site: Site,
): RawRoute<Who> {
  return (call, handler) => {
    bind(app, call, site.share, {
      admit: async (request, token, place) => {
        const who = await authenticate(token, { fresh: call.fresh === true })
        request.who = who
        if (call.costly) await place.takeCostly(who.id)
      },
      handler: async (request, reply, { paced }) => {
        const asked = {
          input: await readInput(call, request),
          customer: request.who as Asked<typeof call, Who>['customer'],
          session: sessionIn(call, request) as Asked<typeof call, Who>['session'],
          address: request.ip,
          caller: {
            ...callerOf(request.headers['user-agent'], request.ip),
            device: deviceCookie(request, reply, site),
          },
          onceKey: onceKeyOf(request),
          paced,
        }
        return handler(asked, reply)
      },
    })
  }
}

type Bound = {
  /** Sees to the token of a call that needs one. */
  admit(request: FastifyRequest, token: string, place: Place): Promise<void>
  handler(request: FastifyRequest, reply: FastifyReply, place: Place): Promise<FastifyReply>
}

function bind(app: FastifyInstance, call: Call, share: Share, { admit, handler }: Bound): void {
  const { method, path } = call
  const url = `/api/${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
  const bound = {
    // Before the body is read: a stranger learns nothing from how a form is checked.
    onRequest: async (request: FastifyRequest, { raw }: FastifyReply) => {
      assertSameSite(request)
      const session = call.access === 'customer' ? bearer(request) : ''
      const place = await share.enter({ address: request.ip, session, reply: raw })
      request.place = place
      try {
        if (session) await admit(request, session, place)
        // Of requests that wait behind another on one connection only their own stream tells of its end.
        const { destroyed, complete } = request.raw
        if (raw.destroyed || (destroyed && !complete)) throw gone()
      } catch (error) {
        place.leave()
        throw error
      }
      // From here to the handler a body may be cut off or too large.
      raw.once('close', () => request.isBegun || place.leave())
      request.raw.once('close', () => request.isBegun || request.raw.complete || place.leave())
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { place } = request
      if (!place || place.hasLeft()) throw gone()
      request.isBegun = true
      return handler(request, reply, place).finally(place.leave)
    },
    // Neither when the client goes away, since the work goes on all the same, nor only when the last byte
    // has been taken: who reads slowly holds no place.
    onSend: async (request: FastifyRequest) => request.place?.leave(),
  }
  app.route({ method, url, ...bound })
  // A path that ends in a slash is served without it too.
  if (url.endsWith('/')) app.route({ method, url: url.slice(0, -1), ...bound })
}

async function readInput<C extends Call>(call: C, request: FastifyRequest): Promise<Input<C>> {
  const search = searchOf(request)
  const fields =
    call.method !== 'POST'
      ? readQuery(search)
      : await readForm(
          (request.body as Buffer) ?? Buffer.alloc(0),
          request.headers['content-type'],
          call.fieldBytes,
        )
  const params = request.params as Record<string, string>
  for (const name of slotsOf(call.path)) {
    fields[name] = readable(name, params[name] ?? '')
  }
  const checked = check(call.request, fields)
  if (!checked.ok) {
    const field = checked.field || undefined
    throw new Failure('invalid', checked.message || messages.formIncomplete, { field })
  }
  return checked.value as Input<C>
}

function searchOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

/** The session's token comes in a header only; an address that names another one is refused. */
export function bearer(request: FastifyRequest): string {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || token.length > 200) throw sessionEnded()
  const named = new URLSearchParams(searchOf(request)).getAll('user_auth')
  if (named.some((other) => other !== token)) throw sessionEnded()
  return token
}

function sessionIn(call: Call, request: FastifyRequest): string | undefined {
  const isTold = call.knowsSession === true && request.headers.authorization !== undefined
  return isTold ? bearer(request) : undefined
}

export const sessionEnded = () => refusal('session_ended')

// The keys that the bank makes itself begin so: of a customer they would take a payment's place.
const onceKeyPattern = /^(?!order:|code:)[\x21-\x7e]{1,200}$/

function onceKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && onceKeyPattern.test(key)) return key
  throw new Failure('invalid', messages.formIncomplete)
}

/** Against cross-site requests: Sec-Fetch headers, and the XSRF cookie where a browser has it. */
export function assertSameSite(request: FastifyRequest): void {
  const { headers } = request
  const site = headers['sec-fetch-site']
  const dest = headers['sec-fetch-dest']
  if (site === 'cross-site' || (dest !== undefined && dest !== 'empty')) throw crossSite()
  if (request.method === 'GET') return
  const cookie = /(?:^|;\s*)XSRF-TOKEN=([^;]+)/.exec(headers.cookie ?? '')?.[1]
  if (cookie && headers['x-xsrf-token'] !== cookie) throw crossSite()
}

const crossSite = () => refusal('cross_site')

/** Answers a failure in the one form that clients know. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  const { retryAfterSeconds } = failure.data ?? {}
  if (retryAfterSeconds) reply.header('retry-after', String(retryAfterSeconds))
  return reply.code(refusals[failure.code].http).send(failedBody(failure))
}

/** The specification knows status and message; the code and what goes with it are additive. */
export function failedBody({ code, message, field, data }: Failure) {
  return {
    status: 'failed',
    message: message || messages.somethingWrong,
    code,
    ...(field !== undefined && { field }),
    ...(data && { data }),
  }
}
