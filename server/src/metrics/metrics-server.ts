import { createServer, type Server } from 'node:http'
import { Registry } from 'prom-client'

/** Serves /metrics on a port of its own, which customers cannot reach. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  read: () => Promise<string>,
): Promise<Server> {
  const server = createServer(async (request, reply) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      reply.writeHead(404).end()
      return
    }
    try {
      const text = await read()
      reply.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text)
    } catch {
      reply.writeHead(503, { 'retry-after': '5' }).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, resolve)
  })
  // unref: a stop does not wait for a scrape.
  return server.unref()
}
