import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { login, requestOtp, transferLocal } from '@passbook/contract'
import { pino } from 'pino'
import { AggregatorRegistry } from 'prom-client'
import { expect, test } from 'vitest'
import { openPostgres } from '#db/db.ts'
import { openReplica } from '#db/replica.ts'
import { jobsOf } from '#jobs/jobs.ts'
import { startJobs } from '#jobs/runner.ts'
import { makeDb } from '#testing/make-db.ts'
import { runOutside, testWith } from '#testing/outside-program.ts'
import { findPostgres } from '#testing/postgres-server.ts'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { makeMetrics } from './metrics.ts'
import { serveMetrics } from './metrics-server.ts'
import { watchBank } from './watch.ts'

const db = await testDb()

/** The value of one line, as a scrape reads it. */
async function figure(metrics: ReturnType<typeof makeMetrics>, line: string) {
  const text = await metrics.registry.metrics()
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

test('requests are counted by their pattern, and nothing of an address is shown', async () => {
  const t = await testBank(db)
  const ada = await t.customer({ pin: '4821' })
  await t.send(login, { username: ada.username, password: 'wrong word' })
  await t.send(requestOtp, { pin: '7391' }, { token: ada.token })
  await t.app.inject({ method: 'GET', url: `/api/nothing-here/${ada.token}` })
  const { metrics } = t.bank
  const count = (labels: string) => figure(metrics, `passbook_request_seconds_count{${labels}}`)
  expect(await count('route="/api/login",method="POST",status="422"')).toBe(1)
  expect(await count('route="/api/request-otp/:pin",method="GET",status="422"')).toBe(1)
  expect(await count('route="unknown",method="GET",status="404"')).toBe(1)
  // Without the figures, which may have any digits.
  const text = (await metrics.registry.metrics()).replaceAll(/ \S+$/gm, '')
  expect(text).toContain('passbook_request_seconds_sum{route="/api/login"')
  for (const secret of ['7391', ada.token, ada.username]) expect(text).not.toContain(secret)
  await t.stop()
})

testWith(
  { program: 'promtool', install: 'apt-get install prometheus' },
  'has nothing against any name',
  async () => {
    const t = await testBank(db)
    const { metrics } = t.bank
    const replica = openReplica({ url: 'postgres://nobody@localhost:1/none' })
    watchBank({ db, replica, metrics })
    metrics.audited(true)
    metrics.jobRan('outbox', true)
    await t.app.inject('/healthz')
    const input = await metrics.registry.metrics()
    expect(input).toContain('nodejs_active_handles{')
    const { code, out, err } = runOutside('promtool', ['check', 'metrics'], { input })
    expect([code, out, err]).toEqual([0, '', ''])
    await t.stop()
  },
)

test('orders are counted as posted or refused', async () => {
  const t = await testBank(db)
  const [ada, bob] = [
    await t.customer({ pin: '4821', balance: '10.00', flags: { UseOtp: false } }),
    await t.customer(),
  ]
  const order = {
    source_account: ada.account.publicId,
    acc_number: bob.account.number,
    acc_name: bob.name,
    pin: '4821',
  }
  const send = (amount: string) => t.send(transferLocal, { ...order, amount }, ada)
  expect((await send('4.00')).statusCode).toBe(200)
  expect((await send('9.00')).statusCode).toBe(422)
  const count = (outcome: string) =>
    figure(t.bank.metrics, `passbook_orders_total{outcome="${outcome}"}`)
  expect([await count('posted'), await count('refused'), await count('failed')]).toEqual([
    1,
    1,
    undefined,
  ])
  await t.stop()
})

test('an open event stream is counted until it ends, even by a client that just leaves', async () => {
  const t = await testBank(db)
  await t.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = t.app.server.address() as AddressInfo
  const ada = await t.customer()
  const headers = { authorization: `Bearer ${ada.token}` }
  const request = http.get({ port, path: '/api/events', headers, agent: false })
  request.on('error', () => {})
  await once(request, 'response')
  const open = () => figure(t.bank.metrics, 'passbook_event_streams')
  expect(await open()).toBe(1)
  request.destroy()
  await expect.poll(open).toBe(0)
  await t.stop()
})

test('jobs tell how often they ran, and for how long they did not end well', async () => {
  const metrics = makeMetrics()
  const log = pino({ level: 'silent' })
  let fails = true
  const run = async () => {
    if (fails) throw new Error('no luck')
  }
  const jobs = startJobs([{ name: 'shaky', everyMs: 5, run }], log, { onRun: metrics.jobRan })
  const runs = (outcome: string) =>
    figure(metrics, `passbook_job_runs_total{job="shaky",outcome="${outcome}"}`)
  const lag = () => figure(metrics, 'passbook_job_lag_seconds{job="shaky"}')
  await expect.poll(() => runs('failed')).toBeGreaterThan(10)
  const lagged = (await lag()) ?? 0
  expect(lagged).toBeGreaterThan(0.05)
  fails = false
  await expect.poll(() => runs('good')).toBeGreaterThan(0)
  expect(await lag()).toBeLessThan(lagged)
  await jobs.stop()
})

test('the audit is told of once it has run, and a finding turns it to 0', async () => {
  const t = await testBank(db)
  const log = pino({ level: 'silent' })
  const audit = jobsOf(t.bank, log).find(({ name }) => name === 'audit')
  const sound = () => figure(t.bank.metrics, 'passbook_audit_sound')
  expect(await sound()).toBeUndefined()
  await audit?.run(new AbortController().signal)
  expect(await sound()).toBe(1)
  const at = await figure(t.bank.metrics, 'passbook_audit_timestamp_seconds')
  expect(Math.abs((at ?? 0) - Date.now() / 1000)).toBeLessThan(60)
  const ada = await t.customer({ balance: '10.00' })
  const change = (by: bigint) =>
    db.sql`update ledger_accounts set balance_minor = balance_minor + ${by} where id = ${ada.account.id}`
  await change(1n)
  await audit?.run(new AbortController().signal)
  expect(await sound()).toBe(0)
  await change(-1n)
  await t.stop()
})

test('of several processes only those that looked at the last audit tell what it found', async () => {
  const [first, second] = [makeMetrics(), makeMetrics()]
  first.auditedElsewhere()
  first.audited(false)
  second.audited(true)
  first.auditedElsewhere()
  const figures = await Promise.all(
    [first, second].map(({ registry }) => registry.getMetricsAsJSON()),
  )
  const text = await AggregatorRegistry.aggregate(figures).metrics()
  expect(text).toMatch(/^passbook_audit_sound 1$/m)
  expect(text).toMatch(/^passbook_audit_timestamp_seconds \d/m)
  first.audited(false)
  expect(await figure(first, 'passbook_audit_sound')).toBe(0)
})

test('mails that wait, leave, fail and are given up are counted', async () => {
  let answer = () => Promise.resolve('250 Taken')
  const t = await testBank(db, { carrier: () => answer() })
  const { bank, clock } = t
  await bank.mailer.sendDue()
  const mail = { to: 'ada@example.com', subject: 'A note', text: 'x', html: 'x' }
  await bank.mailer.queue(db.sql, mail)
  watchBank(bank)
  const waiting = () => figure(bank.metrics, 'passbook_waiting{queue="mail"}')
  const counts = () =>
    Promise.all(
      ['sent', 'delayed', 'failed'].map((outcome) =>
        figure(bank.metrics, `passbook_mails_total{outcome="${outcome}"}`),
      ),
    )
  const [sentBefore = 0] = await counts()
  expect(await waiting()).toBe(1)
  answer = () => Promise.reject(new Error('not now'))
  await bank.mailer.sendDue()
  expect(await waiting()).toBe(1)
  clock.advance(10_000)
  answer = () => Promise.resolve('250 Taken')
  await bank.mailer.sendDue()
  expect(await waiting()).toBe(0)
  await bank.mailer.queue(db.sql, { ...mail, expiresAt: clock.now() })
  await bank.mailer.sendDue()
  expect(await counts()).toEqual([sentBefore + 1, 1, 1])
  await t.stop()
})

test.skipIf(!findPostgres())(
  'connections and who waits for them are shown',
  { timeout: 120_000 },
  async () => {
    const made = await makeDb({ database: 'postgres' })
    const narrow = await openPostgres({ url: made.url ?? '', poolSize: 1, poolQueue: 2 })
    const t = await testBank(narrow)
    watchBank(t.bank)
    const { metrics } = t.bank
    expect(await figure(metrics, 'passbook_pool_connections{state="idle"}')).toBe(1)
    const [taken, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = narrow.transaction(async (sql) => {
      await sql`select 1`
      taken.resolve()
      await free.promise
    })
    await taken.promise
    const waiting = Array.from({ length: 4 }, () => narrow.sql`select 1`.catch(() => []))
    const text = await metrics.registry.metrics()
    expect(text).toContain('passbook_pool_connections{state="used"} 1')
    expect(text).toContain('passbook_pool_waiting 2')
    expect(text).toContain('passbook_pool_refusals_total{reason="full"} 2')
    // The database has no time to say what waits there; the rest is told all the same.
    expect(text).not.toContain('passbook_waiting{')
    free.resolve()
    await Promise.all([holding, ...waiting])
    expect(await figure(metrics, 'passbook_waiting{queue="outbox"}')).toBe(0)
    await t.stop()
    await narrow.close()
    await made.drop()
  },
)

// asvs 13.4.5
test('the door of the figures shows them and nothing else', async () => {
  const metrics = makeMetrics()
  metrics.mails.inc({ outcome: 'sent' })
  let broken = false
  const server = await serveMetrics({ host: '127.0.0.1', port: 0 }, () =>
    broken ? Promise.reject(new Error('a secret')) : metrics.registry.metrics(),
  )
  const { port } = server.address() as AddressInfo
  const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
  const reply = await ask('/metrics')
  expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(await reply.text()).toContain('passbook_mails_total{outcome="sent"} 1')
  expect((await ask('/')).status).toBe(404)
  expect((await ask('/metrics', 'POST')).status).toBe(404)
  broken = true
  const failed = await ask('/metrics')
  expect(failed.status).toBe(503)
  expect(await failed.text()).toBe('')
  server.close()
})
