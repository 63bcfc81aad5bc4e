import type { FastifyInstance, FastifyReply } from 'fastify'
import { makeOpenApi } from './openapi.ts'
import { makeReference } from './reference.ts'
import { makePage, style } from './reference-page.ts'

/**
 * The documentation of the calls, for everybody. Unlike a call it may be opened in a browser's
 * window and from another site: there is nothing in it to protect, and nothing that it does.
 */
export function serveDocs(app: FastifyInstance): void {
  // Made when first asked for and then kept: the contract does not change while the bank runs.
  let made: { openApi: string; page: string } | undefined
  const docs = () => {
    const reference = made ? undefined : makeReference()
    if (reference) {
      made = { openApi: JSON.stringify(makeOpenApi(reference)), page: makePage(reference) }
    }
    return made ?? { openApi: '', page: '' }
  }
  app.get('/api/openapi.json', async (_request, reply) =>
    forAWhile(reply).type('application/json; charset=utf-8').send(docs().openApi),
  )
  app.get('/api/docs', async (_request, reply) =>
    forAWhile(reply).type('text/html; charset=utf-8').send(docs().page),
  )
  app.get('/api/docs.css', async (_request, reply) =>
    forAWhile(reply).type('text/css; charset=utf-8').send(style),
  )
}

const forAWhile = (reply: FastifyReply) => reply.header('cache-control', 'public, max-age=300')
