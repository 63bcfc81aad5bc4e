import { describe, expect, test } from 'vitest'
import { openPostgres } from '#db/db.ts'
import { makeDb } from '#testing/make-db.ts'
import { findPostgres, startPostgres, startStandby } from '#testing/postgres-server.ts'
import { type TestBank, testBank } from '#testing/test-bank.ts'
import { runCommand } from './commands.ts'

const slow = { timeout: 120_000 }
const minuteMs = 60_000
const sound = 'The ledger is sound'
const anothers = "AUDIT_DATABASE_URL leads to another bank's database"
const stale = 'no longer follows the bank'
const audit = ({ bank }: TestBank) => runCommand(bank, ['audit'])
const installed = findPostgres() !== null
const reason = installed ? '' : ' (skipped: no PostgreSQL is installed)'

describe.skipIf(!installed)(`the audit of AUDIT_DATABASE_URL${reason}`, () => {
  test('is refused on the database of another bank, a larger one or a smaller', slow, async () => {
    const { db, url = '', drop } = await makeDb({ database: 'postgres' })
    const other = await makeDb({ url })
    const there = await testBank(other.db)
    const here = await testBank(db, { config: { auditDatabaseUrl: other.url } })
    await there.customer({ balance: '10.00' })
    here.clock.advance(2 * minuteMs)
    await expect(audit(here)).rejects.toThrow(anothers)
    await here.customer({ balance: '10.00' })
    await here.customer({ balance: '10.00' })
    here.clock.advance(2 * minuteMs)
    await expect(audit(here)).rejects.toThrow(anothers)
    const [row] = await db.sql`select outcome from operator_log order by id desc limit 1`
    expect(row).toEqual({ outcome: expect.stringContaining(`refused: ${anothers}`) })
    await Promise.all([here.stop(), there.stop()])
    await other.drop()
    await drop()
  })

  test('is refused on a standby that has replayed nothing for an hour', slow, async () => {
    const primary = await startPostgres({
      settings: { wal_level: 'replica', max_wal_senders: '4' },
    })
    if (!primary) throw new Error('no PostgreSQL')
    const { db, url = '', drop } = await makeDb({ url: primary.url })
    const standby = await startStandby(primary, { name: 'db2' })
    const { pathname } = new URL(url)
    const auditDatabaseUrl = Object.assign(new URL(standby.url), { pathname }).href
    const reader = await openPostgres({ url: auditDatabaseUrl, poolSize: 1 })
    const bank = await testBank(db, { config: { auditDatabaseUrl } })
    expect(await audit(bank)).toBe(sound)
    await reader.sql`select pg_wal_replay_pause()`
    await bank.customer({ balance: '10.00' })
    bank.clock.advance(50 * minuteMs)
    expect(await audit(bank)).toBe(sound)
    bank.clock.advance(20 * minuteMs)
    await expect(audit(bank)).rejects.toThrow(stale)
    await reader.sql`select pg_wal_replay_resume()`
    await expect.poll(() => audit(bank).catch(String), { timeout: 20_000 }).toBe(sound)
    await reader.close()
    await bank.stop()
    await drop()
    await standby.stop()
    await primary.stop()
  })
})
