import { setTimeout as wait } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge } from 'prom-client'
import type { Db, Replica } from '#db/db.ts'
import { type PoolFigures, poolFigures } from '#db/postgres.ts'
import type { Metrics } from './metrics.ts'

const lookMs = 1_000
// A count costs what it counts: a backlog past this is told as such, whatever its size.
const countedMax = 100_000

/** Adds what is looked up when somebody asks: the process, its connections, and what waits. */
export function watchBank({
  db,
  replica,
  metrics,
}: {
  db: Db
  replica?: Replica | undefined
  metrics: Metrics
}): void {
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
  if (replica) watchReplica(replica, metrics)
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

function watchReplica({ figures }: Replica, { registry }: Metrics): void {
  new Counter({
    name: 'passbook_replica_reads_total',
    help: 'Reads that the standby answered, or the primary since it was behind or away',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(figures())) this.inc({ outcome }, count)
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
    help: `Mails to be sent, and statement lines to be told of; ${countedMax} where there are more`,
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
    select (select count(*) from (
        select from mails where sent_at is null and failed_at is null limit ${countedMax}) m)::int
        as mail,
      (select count(*) from (select from outbox limit ${countedMax}) o)::int as outbox`
}
