import { initUser, login, transferLocal } from '@passbook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '#cli/commands.ts'
import { migrate, readSchema } from '#db/migrate.ts'
import { makeDb } from '#testing/make-db.ts'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { closeDemo, openDemo } from './doors.ts'
import { seedDemo } from './seed.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())

// Somebody who was there before, and has paid somebody.
const eve = await t.customer({ balance: '500.00', pin: '4821', flags: { UseOtp: false } })
const bob = await t.customer()
// What is still to be told may be told meanwhile.
const hers = () => db.sql`
  select n.told + o.untold as told, n.unread + o.untold as unread, b.recipients
  from (select total as told, unread from inboxes where customer_id = ${eve.id}) n,
    (select count(*) as untold from outbox where account_id = ${eve.account.id}) o,
    (select count(*) as recipients from beneficiaries where customer_id = ${eve.id}) b`
let before: unknown
beforeAll(async () => {
  const to = { acc_number: bob.account.number, acc_name: bob.name }
  const order = { ...to, source_account: eve.account.publicId, amount: '5.00', pin: '4821' }
  expect(await t.ask(transferLocal, order, eve.token)).toMatchObject({ http: 200 })
  before = await hers()
  await seedDemo(t.bank)
})

test('demo customers that come later change nothing for the others', async () => {
  expect(before).toEqual([{ told: 3n, unread: 3n, recipients: 0n }])
  expect(await hers()).toEqual(before)
})

const enter = (username: string, password: string) => t.ask(login, { username, password })
const blocked = async () =>
  (await db.sql<{ username: string }>`select username from customers where blocked order by 1`).map(
    ({ username }) => username,
  )

// asvs 6.3.2
test('a start without demo mode closes the demo customers, and one with it opens them', async () => {
  const mine = await t.customer()
  const { token } = (await enter('demo', 'demo1234')).data as { token: string }
  expect((await closeDemo(t.bank)).sort()).toEqual(['demo', 'secure'])
  expect((await t.ask(initUser, {}, token)).http).toBe(401)
  expect((await enter('demo', 'demo1234')).code).toBe('blocked')
  expect((await enter('secure', 'secure1234')).code).toBe('blocked')
  expect((await enter(mine.username, mine.password)).http).toBe(200)
  expect(await closeDemo(t.bank)).toEqual([])
  // Whom the operator let in is closed again by the next start.
  await runCommand(t.bank, ['unblock', 'demo'])
  expect(await closeDemo(t.bank)).toEqual(['demo'])
  await openDemo(t.bank)
  expect((await enter('demo', 'demo1234')).http).toBe(200)
})

test('one that the operator blocked stays so', async () => {
  await runCommand(t.bank, ['block', 'secure'])
  expect(await closeDemo(t.bank)).toEqual(['demo'])
  await openDemo(t.bank)
  expect(await blocked()).toEqual(['secure'])
  await runCommand(t.bank, ['unblock', 'secure'])
})

test('a bank that is no demo is given no demo customers', async () => {
  const real = await testBank(db, { config: { demo: false } })
  await expect(runCommand(real.bank, ['seed'])).rejects.toThrow('only a bank with DEMO=1')
  await real.stop()
})

/** Whom the upgrade takes for demo customers, where these people signed up at these times. */
async function knownAfterUpgrade(people: Record<string, string>): Promise<string[]> {
  const { migrations, functions } = readSchema()
  const former = { migrations: migrations.filter(({ version }) => version < 9), functions: [] }
  const { db, drop } = await makeDb({ schema: former })
  for (const [name, at] of Object.entries(people)) {
    await db.sql`
      insert into customers(username, username_key, email, email_key, password_hash, first_name,
        last_name, phone, sex, occupation, country, state, city, kin_first_name, kin_last_name,
        kin_relationship, kin_phone, kin_occupation, kin_address, created_at)
      values (${name}, ${name}, ${name}, ${name}, '', '', '', '', '', '', '', '', '', '', '', '', '',
        '', '', ${at}::timestamptz)`
  }
  await migrate(db, { migrations, functions })
  const known = await db.sql<{ username: string }>`
    select username from customers where demo_state = 'open' order by 1`
  await drop()
  return known.map(({ username }) => username)
}

test('those of a bank of before are known, and nobody who only has such a name is', async () => {
  const [day, other] = ['2025-03-01 10:00:00.123Z', '2025-03-01 10:00:00.124Z']
  const seeded = { demo: day, secure: day, ada: day }
  expect(await knownAfterUpgrade(seeded)).toEqual(['demo', 'secure'])
  expect(await knownAfterUpgrade({ demo: day, secure: other })).toEqual([])
  expect(await knownAfterUpgrade({ demo: day })).toEqual([])
})
