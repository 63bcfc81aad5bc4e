import type { FastifyInstance } from 'fastify'

/**
 * Remembers every route that is added from now on, and tells by which methods a path is served: the
 * router only knows that there is no route for a path and a method together.
 */
export function watchMethods(app: FastifyInstance): (path: string) => string[] {
  const known: { parts: string[]; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    known.push({ parts: url.split('/'), methods: [method].flat() })
  })
  return (path) => {
    const asked = path.split('/')
    const methods = known
      .filter(({ parts }) => parts.length === asked.length && parts.every(fits(asked)))
      .flatMap((route) => route.methods)
    return [...new Set(methods)].sort()
  }
}

/** A slot takes anything, also nothing. */
const fits = (asked: string[]) => (part: string, at: number) =>
  part.startsWith(':') || asked[at] === part
