import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { openPostgres } from '#db/db.ts'
import { makeDb } from '#testing/make-db.ts'
import { findPostgres, startPostgres, startStandby } from '#testing/postgres-server.ts'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { auditLock, auditTonight } from './nightly-audit.ts'

const db = await testDb()
const t = await testBank(db)
const dayMs = 24 * 3_600_000

function logging() {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) })
  return { lines, log }
}

test('a night seals the days that are over, unless it finds something', async () => {
  const { lines, log } = logging()
  const ada = await t.customer({ balance: '10.00' })
  await auditTonight(t.bank, log)
  t.clock.advance(2 * dayMs)
  await db.sql`
    update ledger_accounts set balance_minor = balance_minor + 1 where id = ${ada.account.id}`
  await auditTonight(t.bank, log)
  expect(await db.sql`select from ledger_seals`).toEqual([])
  await db.sql`
    update ledger_accounts set balance_minor = balance_minor - 1 where id = ${ada.account.id}`
  await auditTonight(t.bank, log)
  await auditTonight(t.bank, log)
  expect(await db.sql`select day from ledger_seals`).toHaveLength(1)
  const said = lines.map(({ msg, sealed }) => [msg, sealed])
  expect(said.slice(0, 2)).toEqual([
    ['the ledger is sound', undefined],
    ['ledger finding', undefined],
  ])
  expect(said.slice(-2)).toEqual([
    ['the ledger is sound', 1],
    ['the ledger is sound', undefined],
  ])
  // A sealed day that was changed by hand is read again some night.
  await db.script(`set session_replication_role = replica;
    update ledger_entries set memo = 'another'; set session_replication_role = origin`)
  lines.length = 0
  await auditTonight(t.bank, log)
  expect(lines).toMatchObject([{ level: 50, rule: 'S1 sealed day is as it was' }])
})

const installed = findPostgres() !== null
const reason = installed ? '' : ' (skipped: no PostgreSQL is installed)'

test.skipIf(!installed)(
  `a process that leaves the audit to another tells nothing of its last one${reason}`,
  { timeout: 120_000 },
  async () => {
    const { db: own, drop } = await makeDb({ database: 'postgres' })
    const bank = await testBank(own)
    const { lines, log } = logging()
    const told = async () =>
      (await bank.bank.metrics.registry.metrics()).match(/^passbook_audit.+/gm)
    await auditTonight(bank.bank, log)
    expect(await told()).toHaveLength(2)
    const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const another = own.transaction(async (sql) => {
      await sql`select pg_advisory_xact_lock(${auditLock})`
      held.resolve()
      await free.promise
    })
    await held.promise
    await auditTonight(bank.bank, log)
    free.resolve()
    await another
    expect(await told()).toBeNull()
    expect(lines).toHaveLength(1)
    await bank.stop()
    await drop()
  },
)

describe.skipIf(!installed)(`with a standby${reason}`, () => {
  test('the audit reads there, and its seals are written here', { timeout: 120_000 }, async () => {
    const settings = { wal_level: 'replica', max_wal_senders: '4' }
    const primary = await startPostgres({ settings })
    if (!primary) throw new Error('no PostgreSQL')
    const { db: own, url = '', drop } = await makeDb({ url: primary.url })
    const standby = await startStandby(primary, { name: 'db2' })
    const auditDatabaseUrl = Object.assign(new URL(standby.url), {
      pathname: new URL(url).pathname,
    }).href
    const bank = await testBank(own, { config: { auditDatabaseUrl } })
    await bank.customer({ balance: '10.00' })
    bank.clock.advance(2 * dayMs)
    const reader = await openPostgres({ url: auditDatabaseUrl, poolSize: 1 })
    const entries = async (sql: typeof db.sql) =>
      (await sql<{ count: bigint }>`select count(*) from ledger_entries`)[0]?.count
    const written = await entries(own.sql)
    await expect.poll(() => entries(reader.sql)).toBe(written)
    const { lines, log } = logging()
    await auditTonight(bank.bank, log)
    expect(lines).toMatchObject([{ msg: 'the ledger is sound', sealed: 1 }])
    // Without the standby there is no audit: it was read there.
    await standby.halt('fast')
    await expect(auditTonight(bank.bank, log)).rejects.toThrow()
    await reader.close()
    await bank.stop()
    await drop()
    await standby.stop()
    await primary.stop()
  })
})
