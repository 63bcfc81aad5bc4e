import {
  accountStatement,
  type Call,
  exportStatement,
  logout,
  messages,
  transactionReceipt,
  transactions,
  transferLocal,
} from '@passbook/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Db, openPostgres, type Replica } from '#db/db.ts'
import { openReplica } from '#db/replica.ts'
import { makeDb } from '#testing/make-db.ts'
import {
  findPostgres,
  type PostgresServer,
  startPostgres,
  startStandby,
} from '#testing/postgres-server.ts'
import { type TestBank, type TestCustomer, testBank } from '#testing/test-bank.ts'

const installed = findPostgres() !== null
const reason = installed ? '' : ' (skipped: no PostgreSQL is installed)'
const flags = { UseOtp: false }

describe.skipIf(!installed)(`statements read from a streaming standby${reason}`, () => {
  let primary: PostgresServer
  let primaryUrl: string
  let standby: PostgresServer
  let db: Db
  let there: Db
  let replica: Replica
  let bank: TestBank
  let ada: TestCustomer
  let bob: TestCustomer
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    primary = (await startPostgres()) as PostgresServer
    closing.unshift(() => primary.stop())
    const made = await makeDb({ database: 'postgres', url: primary.url })
    db = made.db
    primaryUrl = made.url ?? ''
    closing.unshift(made.drop)
    standby = await startStandby(primary, { name: 'reader' })
    closing.unshift(() => standby.stop())
    const at = new URL(standby.url)
    at.pathname = new URL(primaryUrl).pathname
    there = await openPostgres({ url: at.href, poolSize: 1 })
    replica = openReplica({ url: at.href })
    bank = await testBank(db, { replica })
    closing.unshift(
      () => bank.stop(),
      () => replica.close(),
      () => there.close(),
    )
    ada = await bank.customer({ pin: '4821', balance: '100.00', flags })
    bob = await bank.customer({ pin: '4821', balance: '100.00', flags })
  })
  afterAll(async () => {
    for (const close of closing) await close()
  })

  /** Until the standby has replayed all that the primary has written. */
  async function caughtUp(): Promise<void> {
    await bank.bank.background.settled()
    const [row] = await db.sql<{ at: string }>`select pg_current_wal_lsn()::text as at`
    for (;;) {
      const [now] = await there.sql<{ good: boolean }>`
        select pg_last_wal_replay_lsn() >= ${row?.at ?? ''}::pg_lsn as good`
      if (now?.good) return
    }
  }

  async function pause(): Promise<void> {
    await there.sql`select pg_wal_replay_pause()`
    for (;;) {
      const [row] = await there.sql<{
        state: string
      }>`select pg_get_wal_replay_pause_state() as state`
      if (row?.state === 'paused') return
    }
  }

  beforeEach(async () => {
    await there.sql`select pg_wal_replay_resume()`
    await caughtUp()
  })

  /** Who answered one call: the standby, or the primary in its place. */
  async function answeredBy(call: Call, fields: Record<string, string>, token: string) {
    const before = { ...replica.figures() }
    const reply = await bank.send(call, fields, { token })
    const after = replica.figures()
    const kinds = ['answered', 'behind', 'away'] as const
    return { reply, by: kinds.filter((kind) => after[kind] > before[kind]) }
  }

  const pay = async (amount: string): Promise<string> => {
    const fields = { source_account: ada.account.publicId, amount, pin: '4821', acc_name: 'x' }
    const payee = { acc_number: bob.account.number }
    const answer = await bank.send(transferLocal, { ...fields, ...payee }, { token: ada.token })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data.transaction.Id
  }

  /** The four calls, each with how often a text must be in its reply. */
  const reads = (who: TestCustomer, line: string): [Call, Record<string, string>][] => [
    [transactions, { accountId: who.account.publicId }],
    [transactionReceipt, { transactionId: line }],
    [accountStatement, { accountId: who.account.publicId }],
    [exportStatement, { accountId: who.account.publicId, format: 'camt053' }],
  ]

  test('the standby answers once it has what the customer has written', async () => {
    const line = await pay('1.11')
    await caughtUp()
    for (const [call, fields] of reads(ada, line)) {
      const ask = () => answeredBy(call, fields, ada.token)
      expect((await ask()).reply.body, call.path).toContain('1.11')
      // To fix a whole statement writes to the log, which the standby may need a moment to replay.
      await expect.poll(async () => (await ask()).by).toEqual(['answered'])
    }
  })

  test('while replay is paused nobody is shown less than they have just written', async () => {
    await pause()
    for (const amount of ['2.21', '2.22', '2.23']) {
      const line = await pay(amount)
      for (const [call, fields] of reads(ada, line)) {
        const ask = async () => {
          const { reply, by } = await answeredBy(call, fields, ada.token)
          expect(reply.statusCode, reply.body).toBe(200)
          expect(reply.body, call.path).toContain(amount)
          return by
        }
        // Where the standby is slow it is left alone for a while.
        await expect.poll(ask, { message: call.path }).toEqual(['behind'])
      }
    }
    const [row] = await there.sql<{ lines: bigint }>`
      select line_count as lines from ledger_accounts where id = ${ada.account.id}`
    const now = await bank.send(transactions, { accountId: ada.account.publicId }, ada)
    expect(now.json().data.Meta.Total).toBe(Number(row?.lines) + 3)
  })

  test('who has written nothing is still answered by it', async () => {
    const eve = await bank.customer({ pin: '4821', balance: '9.00', flags })
    await caughtUp()
    await pause()
    await pay('3.31')
    const fields = { accountId: eve.account.publicId }
    await expect
      .poll(async () => {
        const { reply, by } = await answeredBy(transactions, fields, eve.token)
        expect(reply.json().data.Meta.Total).toBe(1)
        return by
      })
      .toEqual(['answered'])
  })

  test('an ended session and a foreign account are refused, whatever the standby still knows', async () => {
    const eve = await bank.customer({ pin: '4821', balance: '9.00', flags })
    const [line] = await db.sql<{ id: string }>`
      select id from transactions where account_id = ${eve.account.id}`
    await caughtUp()
    await pause()
    for (const [call, fields] of reads(eve, line?.id ?? '')) {
      const foreign = await bank.send(call, fields, { token: ada.token })
      expect([foreign.statusCode, foreign.json().code]).toEqual([403, 'not_yours'])
    }
    expect((await bank.send(logout, {}, eve)).statusCode).toBe(200)
    for (const [call, fields] of reads(eve, line?.id ?? '')) {
      expect((await bank.send(call, fields, eve)).statusCode).toBe(401)
    }
  })

  test('a line that is nobody’s is refused by the primary', async () => {
    const transactionId = 'a3bb189e-8bf9-4888-9912-ace4e6543002'
    const reply = await bank.send(transactionReceipt, { transactionId }, { token: ada.token })
    expect(reply.json().message).toBe(messages.receiptUnavailable)
  })

  test('a promoted standby, or any other server, is not read from', async () => {
    const other = openReplica({ url: primaryUrl })
    const t = await testBank(db, { replica: other })
    const fields = { accountId: ada.account.publicId }
    await expect
      .poll(async () => {
        expect((await t.send(transactions, fields, { token: ada.token })).statusCode).toBe(200)
        return other.figures().behind
      })
      .toBe(1)
    expect(other.figures().answered).toBe(0)
    await t.stop()
    await other.close()
  })

  test('with the standby stopped everything goes on, and it is asked again once it is back', async () => {
    await standby.halt('immediate')
    const line = await pay('4.41')
    for (const [call, fields] of reads(ada, line)) {
      const { reply, by } = await answeredBy(call, fields, ada.token)
      expect(reply.statusCode, reply.body).toBe(200)
      expect(reply.body, call.path).toContain('4.41')
      expect(by, call.path).toEqual(['away'])
    }
    await standby.start()
    await there.sql`select 1`.catch(() => undefined)
    await caughtUp()
    await expect
      .poll(
        async () => {
          const fields = { accountId: ada.account.publicId }
          return (await answeredBy(transactions, fields, ada.token)).by
        },
        { timeout: 15_000, interval: 200 },
      )
      .toEqual(['answered'])
  })
})
