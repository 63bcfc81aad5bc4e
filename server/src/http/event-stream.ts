import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
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

// Where a process dies without a word, its clients are back one by one and not all in one moment.
const retryMs = () => 2_000 + Math.floor(Math.random() * 4_000)
// Backpressure: a client that does not read is cut off before it fills the memory.
const waitingMaxBytes = 64 * 1024

/**
 * Serves a stream of events. It is asked for with the session's token in a header like every call;
 * `admit` throws where the token is no longer good, and `open` gets the stream of whom it admitted.
 * A bank holds thousands of them, so each writes to its response without a stream in between.
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
      const { raw } = reply
      const begin = () => {
        reply.type('text/event-stream; charset=utf-8')
        // Proxies that gather replies before they pass them on would hold the events back.
        reply.header('x-accel-buffering', 'no').hijack()
        raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
        raw.write(`retry: ${retryMs()}\n\n`)
      }
      await open(streamOver(raw, begin), request.who as Who)
      // Until here it could be refused like any call; it may have been told something meanwhile.
      if (!raw.headersSent) begin()
    },
  })
}

function streamOver<Event>(raw: ServerResponse, begin: () => void): Stream<Event> {
  const write = (text: string) => {
    if (raw.writableEnded || raw.destroyed) return
    if (!raw.headersSent) begin()
    if (raw.writableLength > waitingMaxBytes) raw.destroy()
    else raw.write(text)
  }
  return {
    // JSON has no line breaks, so an event is one line.
    send: (event) => write(`data: ${JSON.stringify(event)}\n\n`),
    beat: () => write(': still here\n\n'),
    end(waitMs) {
      if (raw.destroyed) return
      if (waitMs) write(`retry: ${waitMs}\n\n`)
      if (!raw.headersSent) begin()
      raw.end()
    },
    // The client may have left while its stream was being opened.
    onClose: (done) => (raw.destroyed ? done() : void raw.once('close', done)),
  }
}
