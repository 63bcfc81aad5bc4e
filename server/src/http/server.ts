import { messages, requestLimits } from '@passbook/contract'
import fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Failure } from '#failure.ts'
import { sendFailure } from './route.ts'

/** An HTTP server with our limits, our error form and logs that never hold a URL. */
export function makeServer({
  log,
  trustProxy,
}: {
  log: Logger
  trustProxy: boolean
}): FastifyInstance {
  const app = fastify({
    trustProxy,
    bodyLimit: requestLimits.bodyBytes,
    requestTimeout: 15_000,
    connectionTimeout: 30_000,
    keepAliveTimeout: 10_000,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    http: { connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: requestLimits.pathPartChars, ignoreTrailingSlash: false },
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: (_error, _request, reply) => {
      sendFailure(reply, new Failure('invalid', messages.formUnreadable))
    },
  })
  // Every body is taken as bytes; form.ts decides what it is.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders)
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    log.info({
      id: request.id,
      method: request.method,
      // The pattern, never the address: paths hold PINs and tokens.
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = error instanceof Failure ? error : translate(error)
    if (failure.code === 'internal') log.error(describe(error, request), 'a request failed')
    return sendFailure(reply, failure)
  })
  return app
}

/** What Fastify and Node refuse by themselves, in our words. */
function translate(error: FastifyError): Failure {
  switch (error.statusCode) {
    case 413:
      return new Failure('too_large', messages.tooLarge)
    case 415:
      return new Failure('unsupported_type', messages.unsupportedType)
    case 408:
      return new Failure('slow_request', messages.timedOut)
  }
  if (error.code?.startsWith('FST_ERR') && (error.statusCode ?? 500) < 500) {
    return new Failure('invalid', messages.formIncomplete)
  }
  return new Failure('internal', messages.somethingWrong)
}

/** A database error's detail can quote what a customer typed, so only its code and place are kept. */
function describe(error: FastifyError, request: FastifyRequest) {
  return {
    id: request.id,
    route: request.routeOptions.url ?? 'unknown',
    code: error.code,
    name: error.name,
    message: error.message,
    stack: error.stack,
  }
}

const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'; trusted-types 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}
