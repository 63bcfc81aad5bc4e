import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { makeTrusts } from '#kernel/addresses.ts'

/**
 * Warns, once for each, where the settings and the proxy do not fit together: limits would count all
 * customers behind it as one, and a few wrong passwords would keep everybody out.
 */
export function warnOfProxies(
  app: FastifyInstance,
  { log, trustedProxies }: { log: Logger; trustedProxies: readonly string[] },
): void {
  const trusts = makeTrusts(trustedProxies)
  const told = new Set<string>()
  app.addHook('onRequest', async ({ headers, socket, url }) => {
    const peer = socket.remoteAddress ?? ''
    const named = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
    const trouble = named
      ? !trusts(peer) && 'unheard'
      : url.startsWith('/api/') && trusts(peer) && 'silent'
    if (!trouble || told.has(trouble)) return
    told.add(trouble)
    log.warn({ peer }, words[trouble])
  })
}

const words = {
  unheard:
    'A request that names another address in X-Forwarded-For came from a peer that TRUST_PROXY does not name, so the peer is counted instead. If the peer is your proxy, name it in TRUST_PROXY (1 for one on this machine).',
  silent:
    'A request came from a proxy that TRUST_PROXY names, without X-Forwarded-For, so everybody behind it is counted as one. Let the proxy set X-Forwarded-For.',
}
