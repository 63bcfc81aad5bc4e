import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { messages, refusals, requestLimits } from '@passbook/contract'
import fastify, {
  type ConnectionError,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import { causeOf, loggable, placesOf } from '#db/away.ts'
import { makeTrusts } from '#kernel/addresses.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import type { Metrics } from '#metrics/metrics.ts'
import { countRequests } from './close.ts'
import { healthPaths } from './health.ts'
import { warnOfProxies } from './proxies.ts'
import { failedBody, sendFailure } from './route.ts'

/** An HTTP server with our limits, our error form and logs that never hold a URL. */
export function makeServer({
  log,
  trustedProxies,
  metrics,
  requestTimeoutMs = 15_000,
}: {
  log: Logger
  trustedProxies: readonly string[]
  metrics?: Pick<Metrics, 'requests'>
  requestTimeoutMs?: number
}): FastifyInstance {
  const app = fastify({
    // X-Forwarded-For counts as far as it was written by proxies that are named: the first address
    // from the right that is none of them is where the request came from.
    trustProxy: trustedProxies.length > 0 && makeTrusts(trustedProxies),
    bodyLimit: requestLimits.bodyBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: 30_000,
    keepAliveTimeout: 10_000,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // Requests on a kept-alive connection that come while the server closes are still answered.
    return503OnClosing: false,
    http: {
      // Node takes the longer of headersTimeout and requestTimeout for the whole request.
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs),
    },
    routerOptions: { maxParamLength: requestLimits.pathPartChars, ignoreTrailingSlash: false },
    genReqId: () => crypto.randomUUID(),
    // A URL that the router cannot parse meets no hook, so what hooks do is done here.
    frameworkErrors: (error, _request, reply) => {
      reply.headers(securityHeaders).header('cache-control', 'no-store')
      const unreadable = error.code === 'FST_ERR_BAD_URL'
      sendFailure(reply, unreadable ? unreadableAddress() : longAddress())
    },
    clientErrorHandler: refuseBroken,
  })
  // Every body is taken as bytes; form.ts decides what it is.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders)
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
  })
  // An operator must be able to tell a full disk from a restart.
  const causes = new WeakMap<FastifyRequest, string>()
  warnOfProxies(app, { log, trustedProxies })
  countRequests(app)
  app.addHook('onResponse', async (request, reply) => {
    const { id, method } = request
    // The pattern, never the address: paths hold PINs and tokens.
    const route = request.routeOptions.url ?? 'unknown'
    const status = reply.statusCode
    const level = healthPaths.has(route) ? 'debug' : 'info'
    const cause = causes.get(request)
    const ms = Math.round(reply.elapsedTime)
    log[cause ? 'warn' : level]({ id, method, route, status, ms, ...(cause && { cause }) })
    metrics?.requests.observe({ route, method, status }, reply.elapsedTime / 1000)
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = error instanceof Failure ? error : translate(error)
    if (failure.code === 'internal') {
      const route = request.routeOptions.url ?? 'unknown'
      const told = { name: error.name, ...loggable(error), stack: placesOf(error) }
      log.error({ id: request.id, route, ...told }, 'a request failed')
    }
    const cause = causeOf(failure)
    if (cause) causes.set(request, cause)
    return sendFailure(reply, failure)
  })
  return app
}

const unreadableAddress = () => new Failure('invalid', messages.formUnreadable)
export const longAddress = () => refusal('uri_too_long')

/** Answers what never became a request: broken, endless or too slow. */
function refuseBroken(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const failure = whyBroken(error)
  const status = refusals[failure.code].http
  const body = JSON.stringify(failedBody(failure))
  const headers = {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy())
}

function whyBroken(error: ConnectionError): Failure {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal('slow_request')
  if (error.code === 'HPE_HEADER_OVERFLOW') return new Failure('too_large', messages.tooLarge)
  return new Failure('invalid', messages.formIncomplete)
}

/** What Fastify and Node refuse by themselves, in our words. */
function translate(error: FastifyError): Failure {
  switch (error.statusCode) {
    case 413:
      return new Failure('too_large', messages.tooLarge)
    case 415:
      return refusal('unsupported_type')
    case 408:
      return refusal('slow_request')
  }
  // The other side hung up before it had sent everything; nobody reads this answer.
  if (error.code === 'ECONNRESET') return new Failure('invalid', messages.formIncomplete)
  if (error.code?.startsWith('FST_ERR') && (error.statusCode ?? 500) < 500) {
    return new Failure('invalid', messages.formIncomplete)
  }
  return refusal('internal')
}

const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; " +
    "base-uri 'none'; frame-ancestors 'none'; " +
    // The one policy is the service worker's: it names its address and nothing else.
    "require-trusted-types-for 'script'; trusted-types service-worker",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}
