import { askForMoney, transferLocal } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { fundAccount } from '#cli/fund.ts'
import { addNotices, notificationPage } from '#notifications/notifications.ts'
import { answerOf, refusedWith, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { makeCleanUp } from './clean-up.ts'

const db = await testDb()
const smtp = { url: 'smtp://localhost:1', from: 'bank@example.com' }
const t = await testBank(db, { config: { smtp }, carrier: async () => '' })
afterAll(() => t.stop())

const dayMs = 24 * 3_600_000
const daysAgo = (days: number) => new Date(t.clock.now().getTime() - days * dayMs)

/** A run for each of the kinds, which have their turns one after the other. */
async function cleanAll() {
  const cleanUp = makeCleanUp(t.bank)
  for (let turn = 0; turn < 7; turn += 1) await cleanUp()
}

test('one key has one effect for ever, also when its answer is gone', async () => {
  const flags = { UseOtp: false }
  const ada = await t.customer({ balance: '100.00', pin: '2468', flags })
  const bob = await t.customer()
  const form = {
    source_account: ada.account.publicId,
    amount: '5.00',
    pin: '2468',
    acc_number: bob.account.number,
    acc_name: bob.name,
  }
  const pay = async (key: string) => {
    const token = await t.signInAgain(ada)
    const headers = { 'idempotency-key': key }
    return answerOf(await t.send(transferLocal, form, { token, headers }))
  }
  const balance = async () => {
    const [row] = await db.sql`
      select balance_minor as minor from ledger_accounts where id = ${ada.account.id}`
    return row?.minor
  }
  const { number } = ada.account
  await db.transaction((sql) =>
    fundAccount(t.bank, sql, { number, amount: '1.00', key: 'invoice 7' }),
  )
  const first = await pay('lunch-of-a-year-ago')
  expect(first).toMatchObject({ http: 200, status: 'success' })

  t.clock.advance(399 * dayMs)
  await cleanAll()
  expect(await pay('lunch-of-a-year-ago')).toEqual(first)

  t.clock.advance(2 * dayMs)
  await cleanAll()
  expect(await db.sql`select owner_id from ledger_keys`).toEqual([{ owner_id: 0n }])
  expect(await db.sql`select owner_id from ledger_old_keys`).toEqual([{ owner_id: ada.id }])
  const late = await Promise.all(Array.from({ length: 20 }, () => pay('lunch-of-a-year-ago')))
  expect(new Set(late.map(({ code }) => code))).toEqual(new Set(['key_expired']))
  const message = 'This order was sent long ago. The history tells what became of it'
  expect(late[0]).toEqual(refusedWith('key_expired', { message }))
  // A wrong PIN with an old key is answered the same, and is no guess: the order is not looked at.
  form.pin = '1357'
  expect(await pay('lunch-of-a-year-ago')).toEqual(refusedWith('key_expired'))
  form.pin = '2468'
  expect(await balance()).toBe(96_00n)
  expect(await pay('lunch-of-today')).toMatchObject({ http: 200 })
  expect(await balance()).toBe(91_00n)
  // The bank's own stay: another division may ask again whenever it likes.
  await db.transaction((sql) =>
    fundAccount(t.bank, sql, { number, amount: '1.00', key: 'invoice 7' }),
  )
  expect(await balance()).toBe(91_00n)
  expect(await t.findings()).toEqual([])
})

test('notices go after their time, and the inbox counts what is left', async () => {
  const ada = await t.customer()
  const told = (days: number, title: string) =>
    addNotices(db.sql, [{ customerId: ada.id, title, body: '' }], daysAgo(days))
  // News of the first money would come between them.
  await t.told()
  await db.sql`delete from notifications`
  await told(402, 'read long ago')
  await db.sql`
    update inboxes set unread = 0, read_up_to = (select max(id) from notifications)
    where customer_id = ${ada.id}`
  await told(401, 'never read')
  await told(399, 'still there')
  await told(1, 'yesterday')
  await db.sql`update inboxes set total = 4, unread = 3 where customer_id = ${ada.id}`
  await cleanAll()
  const page = await notificationPage(db.sql, ada.id, 1)
  expect(page.List.map(({ Title }) => Title)).toEqual(['yesterday', 'still there'])
  expect(page).toMatchObject({ Meta: { Total: 2 }, Unread: 2 })
})

test('mails go a week after they were sent and a month after they failed; what waits stays', async () => {
  const mail = (name: string, days: number, sent: Date | null, failed: Date | null) => db.sql`
    insert into mails(to_address, to_key, subject, text, html, created_at, next_try_at, sent_at,
      failed_at)
    values (${name}, ${name}, ${name}, '', '', ${daysAgo(days)}, ${daysAgo(0)}, ${sent}, ${failed})`
  await db.sql`delete from mails`
  await mail('sent', 8, daysAgo(8), null)
  await mail('sent lately', 8, daysAgo(6), null)
  await mail('failed', 40, null, daysAgo(31))
  await mail('failed lately', 40, null, daysAgo(29))
  await mail('waiting', 40, null, null)
  await cleanAll()
  const left = await db.sql<{ subject: string }>`select subject from mails order by id`
  expect(left.map(({ subject }) => subject)).toEqual(['sent lately', 'failed lately', 'waiting'])
})

test('transfers that are done go after their time, and the sums of a day after a month', async () => {
  const day = (days: number) => daysAgo(days).toISOString().slice(0, 10)
  const ada = await t.customer()
  const transfer = (days: number, done: boolean) => db.sql`
    insert into transfers(transaction_id, customer_id, rail, payee, usd_minor, day, review, due_at, done)
    values (gen_random_uuid(), ${ada.id}, 'bank', '1', 1, ${day(days)}, true, ${daysAgo(days)}, ${done})`
  await transfer(401, true)
  await transfer(401, false)
  await transfer(399, true)
  for (const days of [36, 34, 0]) {
    await db.sql`
      insert into transfer_days(customer_id, day, usd_minor) values (${ada.id}, ${day(days)}, 1)`
  }
  await cleanAll()
  const left = await db.sql`
    select done, day from transfers where customer_id = ${ada.id} order by day`
  expect(left).toEqual([
    { done: false, day: day(401) },
    { done: true, day: day(399) },
  ])
  const sums = await db.sql`
    select day from transfer_days where customer_id = ${ada.id} order by day`
  expect(sums).toEqual([{ day: day(34) }, { day: day(0) }])
})

test('a request goes long after its time, and what paid it stays', async () => {
  const bea = await t.customer()
  const ask = async (note: string) =>
    t.ask(
      askForMoney,
      { account: bea.account.publicId, amount: '5.00', note, days: '90' },
      await t.signInAgain(bea),
    )
  const notes = async () =>
    (await db.sql<{ note: string }>`select note from payment_requests order by id`).map(
      ({ note }) => note,
    )
  await ask('old')
  t.clock.advance(400 * dayMs)
  await ask('young')
  await cleanAll()
  expect(await notes()).toEqual(['old', 'young'])
  t.clock.advance(91 * dayMs)
  await cleanAll()
  expect(await notes()).toEqual(['young'])
})
