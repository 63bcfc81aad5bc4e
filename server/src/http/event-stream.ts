import { PassThrough } from 'node:stream'
import type { Output, StreamCall } from '@passbook/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assertSameSite, bearer } from './route.ts'

/** One open stream of server-sent events. */
export type Stream<Event> = {
  send(event: Event): void
  beat(): void
  /** Ends the stream; `retry:` asks a client that reconnects by itself to wait that long. */
  end(retryMs?: number): void
  onClose(done: () => void): void
}

const retryMs = 3_000
// Backpressure: a client that does not read is cut off before it fills the memory.
const waitingMaxBytes = 64 * 1024

/**
 * Serves a stream of events. It is asked for with the session's token in a header like every call;
 * `admit` throws where the token is no longer good, and `open` gets the stream of whom it admitted.
 */
export function serveEvents<C extends StreamCall, Who>(
  app: FastifyInstance,
  call: C,
  {
    admit,
    open,
  }: {
    admit: (token: string) => Promise<Who>
    open: (stream: Stream<Output<C>>, who: Who) => Promise<void>
  },
): void {
  app.get(`/api/${call.path}`, {
    onRequest: async (request: FastifyRequest) => {
      assertSameSite(request)
      request.who = await admit(bearer(request))
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const body = new PassThrough()
      const stream = streamOver<Output<C>>(body)
      body.write(`retry: ${retryMs}\n\n`)
      // A client may leave before its stream has begun.
      reply.raw.once('close', () => body.destroy())
      await open(stream, request.who as Who)
      return (
        reply
          .type('text/event-stream; charset=utf-8')
          // Proxies that gather replies before they pass them on would hold the events back.
          .header('x-accel-buffering', 'no')
          .send(body)
      )
    },
  })
}

function streamOver<Event>(body: PassThrough): Stream<Event> {
  const write = (text: string) => {
    if (body.writableEnded || body.destroyed) return
    if (body.writableLength + body.readableLength > waitingMaxBytes) body.destroy()
    else body.write(text)
  }
  return {
    // JSON has no line breaks, so an event is one line.
    send: (event) => write(`data: ${JSON.stringify(event)}\n\n`),
    beat: () => write(': still here\n\n'),
    end(waitMs) {
      if (waitMs) write(`retry: ${waitMs}\n\n`)
      if (!body.destroyed) body.end()
    },
    // The client may have left while its stream was being opened.
    onClose: (done) => (body.destroyed ? done() : void body.once('close', done)),
  }
}
