import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'

const sweepMs = 100
// Longer than a client may take to send a request and the database to answer it.
const patienceMs = 20_000
const underWay = new WeakMap<Server, { count: number }>()

/** Counts the requests that have no whole answer yet, for `closeGently`. */
export function countRequests({ server }: FastifyInstance): void {
  const requests = { count: 0 }
  underWay.set(server, requests)
  server.on('request', (_request, response) => {
    requests.count += 1
    response.once('close', () => {
      requests.count -= 1
    })
  })
}

/**
 * Takes no more connections, answers every request that is under way, and ends what is left: a
 * connection kept alive, or one that a browser opened ahead and never used, would not end by itself.
 */
export async function closeGently(app: FastifyInstance): Promise<void> {
  const began = performance.now()
  const sweep = setInterval(() => {
    app.server.closeIdleConnections()
    const done = underWay.get(app.server)?.count === 0
    if (done || performance.now() - began > patienceMs) app.server.closeAllConnections()
  }, sweepMs)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
  }
}
