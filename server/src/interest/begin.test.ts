import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { jobsOf } from '#jobs/jobs.ts'
import { momentOf } from '#kernel/context.ts'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { makeBeginInterest } from './begin.ts'

const db = await testDb()
const t = await testBank(db, { config: { bankZone: 'Europe/Berlin' } })
afterAll(() => t.stop())

const goTo = (at: string) => t.clock.advance(Date.parse(at) - t.clock.now().getTime())

/** As if a server that knows nothing of interest had opened the account. */
const forget = ({ account }: TestCustomer) =>
  db.sql`delete from interest_accounts where account_id = ${account.id}`

const begun = async () =>
  (await db.sql<{ id: bigint }>`select account_id as id from interest_accounts`).map(({ id }) => id)

test('an account whose interest was never begun earns from its first day on', async () => {
  goTo('2027-10-04T10:00:00+02:00')
  const ada = await t.customer({ balance: '36500' })
  await forget(ada)
  goTo('2027-10-06T10:00:00+02:00')
  const job = jobsOf(t.bank, pino({ level: 'silent' })).find(({ name }) => name === 'interest')
  await job?.run(new AbortController().signal)
  const days = await db.sql<{ day: string }>`
    select day from interest_days where account_id = ${ada.account.id} order by day`
  expect(days.map(({ day }) => day)).toEqual(['2027-10-04', '2027-10-05'])
  expect(await t.findings()).toEqual([])
})

test('the walk begins none that is closed or begun, goes through every group, and comes once', async () => {
  const [ada, ben, eve, joe] = [
    await t.customer({ balance: '10' }),
    await t.customer(),
    await t.customer(),
    await t.customer({ balance: '10' }),
  ]
  await db.sql`
    update interest_accounts set accrued_to = '2027-10-05' where account_id = ${ben.account.id}`
  await ledger.move(db.sql, {
    ...{ ...momentOf(t.bank), kind: 'out', amountMinor: 10_00n, fromLine: {} },
    ...{ from: ada.account.id, to: await internalAccount(db.sql, 'clearing', 'usd', 0n) },
  })
  await ledger.closeAccount(db.sql, { accountId: ada.account.id, at: t.clock.now() })
  for (const one of [ada, eve, joe]) await forget(one)

  const begin = makeBeginInterest(t.bank, { groupSize: 1 })
  const stopped = new AbortController()
  stopped.abort()
  await begin(stopped.signal)
  expect(await begun()).not.toContain(eve.account.id)
  await begin()
  const after = await begun()
  expect(after).toEqual(expect.arrayContaining([eve.account.id, joe.account.id]))
  expect(after).not.toContain(ada.account.id)
  const [kept] = await db.sql<{ to: string }>`
    select accrued_to as to from interest_accounts where account_id = ${ben.account.id}`
  expect(kept?.to).toBe('2027-10-05')

  await forget(joe)
  await begin()
  expect(await begun()).not.toContain(joe.account.id)
  await makeBeginInterest(t.bank)()
  expect(await begun()).toContain(joe.account.id)
})
