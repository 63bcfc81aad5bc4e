import { login, resetPassword } from '@passbook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceIdOf } from '#auth/devices.ts'
import { issueLink } from '#auth/links.ts'
import { dump } from '#db/dump.ts'
import { accrueInterest } from '#interest/accrue.ts'
import { payInterest } from '#interest/pay.ts'
import { eventCounts } from '#security/note-event.ts'
import { type MadeDb, makeDb } from '#testing/make-db.ts'
import { findPostgres } from '#testing/postgres-server.ts'
import { standingClock, type TestBank, type TestCustomer, testBank } from '#testing/test-bank.ts'

describe.skipIf(!findPostgres())('a transaction that a deadlock ends runs again', () => {
  let made: MadeDb
  let t: TestBank
  beforeAll(async () => {
    made = await makeDb({ database: 'postgres' })
    t = await testBank(made.db, { clock: standingClock(new Date('2027-10-01T10:00:00Z')) })
    await made.db.script(`
      create sequence runs;
      create function deadlock_once() returns trigger language plpgsql as $$
      begin
        -- No rollback takes a number of a sequence back.
        if nextval('runs') = 1 then raise sqlstate '40P01'; end if;
        return null;
      end $$`)
  })
  afterAll(async () => {
    await t?.stop()
    await made?.drop()
  })

  /** Lets the commit of the next transaction that writes into a table fail, and no other. */
  const failOnce = (table: string) =>
    made.db.script(`
      alter sequence runs restart;
      drop trigger if exists deadlock_once on ${table};
      create constraint trigger deadlock_once after insert on ${table}
      deferrable initially deferred for each row execute function deadlock_once()`)

  const hasRunAgain = async () => {
    const [row] = await made.db.sql<{ runs: bigint }>`select last_value as runs from runs`
    return row !== undefined && row.runs > 1n
  }

  const signIn = ({ username, password }: TestCustomer) => t.send(login, { username, password })
  const choosePassword = async ({ id: customerId }: TestCustomer) => {
    const link = { customerId, purpose: 'reset' as const, now: t.clock.now(), minutes: 30 }
    const { token: buffer } = await made.db.transaction((sql) => issueLink(sql, link))
    const password = 'another horse'
    return t.send(resetPassword, { buffer, password, confirmPassword: password })
  }

  test.each([
    ['a sign-in', signIn, 'signed_in'],
    ['a new password', choosePassword, 'password_reset'],
  ] as const)('%s gives one cookie, of what is written, and counts once', async (_, act, kind) => {
    const ada = await t.customer()
    const before = eventCounts().get(kind) ?? 0
    await failOnce('security_events')
    const reply = await act(ada)
    expect(reply.statusCode).toBe(200)
    expect(await hasRunAgain()).toBe(true)
    const [cookie = '', ...more] = [reply.headers['set-cookie'] ?? []].flat()
    expect(more).toEqual([])
    const told = cookie.split(';')[0]?.split('=')[1] ?? ''
    const caller = { agent: '', network: '', device: { told, keep: () => {} } }
    const known = await made.db.sql<{ id: string }>`
      select id from devices where customer_id = ${ada.id}`
    expect(known).toEqual([{ id: deviceIdOf(t.bank.config, caller) }])
    expect(eventCounts().get(kind)).toBe(before + 1)
  })

  test('a month of interest that is paid counts once', async () => {
    await t.customer({ balance: '36500' })
    t.clock.advance(40 * 86_400_000)
    await accrueInterest(t.bank)
    await failOnce('interest_periods')
    const paid = await payInterest(t.bank)
    expect(await hasRunAgain()).toBe(true)
    const periods = await made.db.sql`select from interest_periods where posted_minor > 0`
    expect(periods.length).toBeGreaterThan(0)
    expect(paid).toBe(periods.length)
  })

  test('but an export is not written twice into one file', async () => {
    const written: string[] = []
    const write = async (text: string) => {
      written.push(text)
      if (written.length === 3) throw Object.assign(new Error('deadlock'), { code: '40P01' })
    }
    await expect(dump(made.db, write)).rejects.toThrow('A deadlock ended the export. Try again')
    expect(written).toHaveLength(3)
  })
})
