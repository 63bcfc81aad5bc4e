import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What an operator can watch, gathered by one process; metrics-server.ts shows it. */
export type Metrics = ReturnType<typeof makeMetrics>

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/** Labels are route patterns, job names and outcomes only: never an address, a name or an amount. */
export function makeMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'passbook_request_seconds',
      help: 'Requests by route pattern, method and status, and how long they took',
      labelNames: ['route', 'method', 'status'],
      buckets: requestBuckets,
      registers,
    }),
    ...orderMetrics(registry),
    streams: new Gauge({
      name: 'passbook_event_streams',
      help: 'Event streams that are open',
      registers,
    }),
    mails: new Counter({
      name: 'passbook_mails_total',
      help: 'Mails that were sent, tried in vain, or given up',
      labelNames: ['outcome'],
      registers,
    }),
    ...jobMetrics(registry),
    ...auditMetrics(registry),
    ...countedElsewhere(registry),
  }
}

type Counts = () => ReadonlyMap<string, number>

function countedElsewhere(registry: Registry) {
  const show = (named: { name: string; help: string; label: string }, counts: Counts) => {
    const { name, help, label } = named
    new Counter({
      ...{ name, help, labelNames: [label], registers: [registry] },
      collect() {
        this.reset()
        for (const [value, count] of counts()) this.inc({ [label]: value }, count)
      },
    })
  }
  return {
    /** Lines of the security log by kind. */
    countEvents(counts: Counts) {
      const name = 'passbook_security_events_total'
      const help = 'Lines of the security log that this bank has written, by kind'
      show({ name, help, label: 'kind' }, counts)
    },
    /** What went wrong at the database. */
    countTroubles(counts: Counts) {
      const name = 'passbook_database_troubles_total'
      const help = 'Refusals because of the database, by SQLSTATE or errno; 53100 is a full disk'
      show({ name, help, label: 'code' }, counts)
    },
  }
}

function orderMetrics(registry: Registry) {
  const orders = new Counter({
    name: 'passbook_orders_total',
    help: 'Orders that were posted, refused, or failed',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const sizes = new Histogram({
    name: 'passbook_batch_orders',
    help: 'Orders that were posted together because they came while another batch was under way',
    buckets: [2, 4, 8, 16, 32, 64, 128, 256],
    registers: [registry],
  })
  return {
    order: (outcome: 'posted' | 'refused' | 'failed') => orders.inc({ outcome }),
    batch: (size: { orders: number }) => sizes.observe(size.orders),
  }
}

function jobMetrics(registry: Registry) {
  const registers = [registry]
  const started = performance.now()
  const lastGood = new Map<string, number>()
  const runs = new Counter({
    name: 'passbook_job_runs_total',
    help: 'Runs of the jobs of this bank, by how they ended',
    labelNames: ['job', 'outcome'],
    registers,
  })
  new Gauge({
    name: 'passbook_job_lag_seconds',
    help: 'Seconds since a job last ended well; of several processes the one that lags most',
    labelNames: ['job'],
    aggregator: 'max',
    registers,
    collect() {
      for (const [job, at] of lastGood) this.set({ job }, (performance.now() - at) / 1000)
    },
  })
  return {
    jobRan(job: string, ok: boolean) {
      runs.inc({ job, outcome: ok ? 'good' : 'failed' })
      if (ok) lastGood.set(job, performance.now())
      // One that never ended well lags since the start.
      else if (!lastGood.has(job)) lastGood.set(job, started)
    },
  }
}

function auditMetrics(registry: Registry) {
  // Nothing is said before the first audit: neither "sound" nor "unsound" would be true.
  let result: { sound: Gauge; at: Gauge } | undefined
  const make = () => ({
    sound: new Gauge({
      name: 'passbook_audit_sound',
      help: '1 where the last audit of the ledger found nothing, else 0',
      aggregator: 'min',
      registers: [registry],
    }),
    at: new Gauge({
      name: 'passbook_audit_timestamp_seconds',
      help: 'When the last audit ended',
      aggregator: 'max',
      registers: [registry],
    }),
  })
  return {
    audited(sound: boolean) {
      result ??= make()
      result.sound.set(sound ? 1 : 0)
      result.at.setToCurrentTime()
    },
    /** Another process looks: what this one found before must not outlive what that one finds. */
    auditedElsewhere() {
      result?.sound.remove()
      result?.at.remove()
    },
  }
}
