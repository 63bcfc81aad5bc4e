import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeviceCookie } from '#kernel/caller.ts'

const yearSeconds = 365 * 86_400

/**
 * The cookie of a browser that has signed in before. It opens nothing: the session's token comes in a
 * header. `__Host-` keeps it to this very host, which browsers grant to pages with TLS only.
 */
export function deviceCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { secure }: { secure: boolean },
): DeviceCookie {
  const name = secure ? '__Host-device' : 'device'
  return {
    get told() {
      const sent = new RegExp(`(?:^|;\\s*)${name}=([^;]+)`).exec(request.headers.cookie ?? '')
      return sent?.[1] ?? ''
    },
    keep(value) {
      const further = secure ? '; Secure' : ''
      reply.header(
        'set-cookie',
        `${name}=${value}; Path=/; Max-Age=${yearSeconds}; HttpOnly; SameSite=Strict${further}`,
      )
    },
  }
}
