import { events, notifications, readNotifications } from '@passbook/contract'
import type { FastifyInstance } from 'fastify'
import { serveEvents } from '#http/event-stream.ts'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import type { Metrics } from '#metrics/metrics.ts'
import type { Events } from './live-events.ts'
import { markAllRead, notificationPage } from './notifications.ts'

export function notificationRoutes(route: Route<{ id: bigint }>, { db }: Bank): void {
  route(notifications, ({ customer, input }) => notificationPage(db.sql, customer.id, input.page))
  route(readNotifications, ({ customer }) => db.transaction((sql) => markAllRead(sql, customer.id)))
}

const lateMs = 60_000
// The streams of a process that stops do not all come to the next one in the same second.
const spreadMs = 15_000

const backAfterMs = {
  soon: () => undefined,
  spread: () => Math.ceil(Math.random() * spreadMs),
  late: () => lateMs,
}

/** The stream of a customer's news; it ends with the session, and all end when the server stops. */
export function eventRoute(
  app: FastifyInstance,
  news: Events,
  {
    admit,
    streams,
  }: {
    admit: (token: string) => Promise<{ customerId: bigint; session: string }>
    streams: Metrics['streams']
  },
): void {
  serveEvents(app, events, {
    admit,
    open: async (stream, { customerId, session }) => {
      const remove = await news.add({
        customerId,
        session,
        tell: stream.send,
        beat: stream.beat,
        end: (back = 'soon') => stream.end(backAfterMs[back]()),
      })
      streams.inc()
      stream.onClose(() => {
        remove()
        streams.dec()
      })
    },
  })
  // Before the server waits for its connections to end, since these would not by themselves.
  app.addHook('preClose', () => news.stop())
}
