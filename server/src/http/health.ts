import type { FastifyInstance } from 'fastify'
import { busy } from '#kernel/failure.ts'

/** Load balancers ask these every few seconds; they are not worth a line in the log. */
export const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

const answerWithinMs = 1_000

/**
 * `/healthz`: this process is alive. `/readyz`: requests may be sent to it, since its database
 * answers, its time can be trusted and nobody has told it to stop.
 */
export function serveHealth(
  app: FastifyInstance,
  { ask, isReady }: { ask: () => Promise<unknown>; isReady: () => boolean },
): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  const answers = answering(ask)
  const method = ['GET', 'HEAD']
  app.route({
    method,
    url: '/healthz',
    handler: async (_request, reply) => {
      return reply.header('cache-control', 'no-store').send({ status: 'success' })
    },
  })
  app.route({
    method,
    url: '/readyz',
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      if (closing || !isReady() || !(await answers())) {
        throw busy()
      }
      return reply.send({ status: 'success' })
    },
  })
}

/** Single-flight: all who ask meanwhile share one query, so that the check is no load itself. */
function answering(ask: () => Promise<unknown>): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  return () => {
    running ??= inTime(ask()).finally(() => {
      running = undefined
    })
    return running
  }
}

function inTime(answer: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), answerWithinMs)
    answer
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(late))
  })
}
