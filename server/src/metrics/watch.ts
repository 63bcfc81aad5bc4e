import { setTimeout as wait } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge } from 'prom-client'
import type { Db } from '#db/db.ts'
import { type PoolFigures, poolFigures } from '#db/postgres.ts'
import type { Metrics } from './metrics.ts'

const lookMs = 1_000

/** Adds what is looked up when somebody asks: the process, its connections, and what waits. */
export function watchBank({ db, metrics }: { db: Db; metrics: Metrics }): void {
  const { registry } = metrics
  collectDefaultMetrics({ register: registry })
  // Gauges whose names end as a counter's must: promtool refuses them, and the sums of
  // nodejs_active_handles, _requests and _resources say the same.
  for (const kind of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${kind}_total`)
  }
  new Gauge({
    name: 'passbook_processes',
    help: 'Server processes that answered for these figures',
    registers: [registry],
  }).set(1)
  if (poolFigures(db)) watchPool(() => poolFigures(db) as PoolFigures, metrics)
  // Last: its own question would be seen waiting for a connection.
  watchWaiting(db, metrics)
}

/** How far the clock of this machine is off the bank's time, either way; of several the worst. */
export function watchOffset({ offMs }: { offMs(): number }, { registry }: Metrics): void {
  new Gauge({
    name: 'passbook_clock_off_seconds',
    help: "How far this machine's clock is off the bank's time; above 2 no jobs run and /readyz says 503",
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(Math.abs(offMs()) / 1000)
    },
  })
}

function watchPool(figures: () => PoolFigures, { registry }: Metrics): void {
  new Gauge({
    name: 'passbook_pool_connections',
    help: 'Connections to the database, in use and idle',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { total, idle } = figures()
      this.set({ state: 'used' }, total - idle)
      this.set({ state: 'idle' }, idle)
    },
  })
  new Gauge({
    name: 'passbook_pool_waiting',
    help: 'Requests that wait for a connection to the database',
    registers: [registry],
    collect() {
      this.set(figures().waiting)
    },
  })
  new Counter({
    name: 'passbook_pool_refusals_total',
    help: 'Requests that got no connection: too many waited already, or they waited too long',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      const { refusedAtOnce, refusedLate } = figures()
      this.reset()
      this.inc({ reason: 'full' }, refusedAtOnce)
      this.inc({ reason: 'late' }, refusedLate)
    },
  })
}

/** All processes see the same rows, so of several answers one is taken and none are added up. */
function watchWaiting(db: Db, { registry }: Metrics): void {
  new Gauge({
    name: 'passbook_waiting',
    help: 'Mails to be sent, and statement lines to be told of',
    labelNames: ['queue'],
    aggregator: 'max',
    registers: [registry],
    async collect() {
      // While the database is away nothing is known of it, and the other figures are wanted most.
      this.reset()
      const [row] = await Promise.race([waiting(db).catch(() => []), wait(lookMs, [])])
      if (!row) return
      this.set({ queue: 'mail' }, row.mail)
      this.set({ queue: 'outbox' }, row.outbox)
    },
  })
}

function waiting({ sql }: Db) {
  return sql<{ mail: number; outbox: number }>`
    select (select count(*) from mails where sent_at is null and failed_at is null)::int as mail,
      (select count(*) from outbox)::int as outbox`
}
