import { toggleAlert } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { deliverOutbox } from '#notifications/outbox.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { sendMovementDigests } from './movement-mails.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const mailsOf = async ({ email }: TestCustomer) =>
  (await bank.mailTo(email)).filter(({ subject }) => /^Money received$|^More mov/.test(subject))
const noticesOf = async ({ id }: TestCustomer) =>
  (await db.sql`select 1 from notifications where customer_id = ${id} and title = 'Money received'`)
    .length
const receive = async (who: TestCustomer, times: number, amount = '0.01') => {
  for (let nth = 0; nth < times; nth += 1) await bank.fund(who, amount)
  await bank.told()
}

// shows D169
test('of 250 cents in an hour ten are mailed, and the rest is one mail with its count and sum', async () => {
  const [ada, bob] = [await bank.customer(), await bank.customer()]
  await receive(ada, 250)
  await receive(bob, 3, '5.00')
  expect(await mailsOf(ada)).toHaveLength(10)
  expect(await mailsOf(bob)).toHaveLength(3)
  expect(await noticesOf(ada)).toBe(250)
  bank.clock.advance(59 * 60_000)
  expect(await sendMovementDigests(bank.bank)).toBe(0)
  await receive(ada, 1, '7.00')
  bank.clock.advance(61_000)
  const sent = await Promise.all([1, 2, 3].map(() => sendMovementDigests(bank.bank)))
  expect(sent.sort()).toEqual([0, 0, 1])
  const mails = await mailsOf(ada)
  expect(mails).toHaveLength(11)
  expect(mails[0]?.subject).toBe('More movements on your accounts')
  expect(mails[0]?.text).toContain(
    `${ada.account.name} (${ada.account.number}): Money received, 241 times, $9.40 together`,
  )
  expect(await sendMovementDigests(bank.bank)).toBe(0)
  expect(await mailsOf(bob)).toHaveLength(3)
  // An hour of its own begins with the next movement.
  await receive(ada, 12)
  expect(await mailsOf(ada)).toHaveLength(21)
  expect(await db.sql`select from movement_mails where hour_ends <= ${bank.clock.now()}`).toEqual(
    [],
  )
})

test('a delivery that breaks off has neither counted, mailed nor gathered, and one after it has once', async () => {
  const ada = await bank.customer()
  await receive(ada, 9)
  for (let nth = 0; nth < 4; nth += 1) await bank.fund(ada, '0.50')
  const broken = await testBank({
    ...db,
    transaction: (work) =>
      db.transaction(async (sql) => {
        await work(sql)
        throw new Error('the power is gone')
      }),
  })
  await expect(deliverOutbox(broken.bank)).rejects.toThrow('the power is gone')
  expect(await mailsOf(ada)).toHaveLength(9)
  await bank.told()
  expect(await mailsOf(ada)).toHaveLength(10)
  const [row] = await db.sql<{ times: number; sum: bigint }>`
    select times, sum_minor as sum from movement_digests where customer_id = ${ada.id}`
  expect(row).toEqual({ times: 3, sum: 150n })
})

test('who switches alerts off before the hour is over gets no digest', async () => {
  const ada = await bank.customer()
  await receive(ada, 15)
  expect((await bank.ask(toggleAlert, { notification: 'false' }, ada.token)).http).toBe(200)
  bank.clock.advance(3_601_000)
  await sendMovementDigests(bank.bank)
  expect(await mailsOf(ada)).toHaveLength(10)
})
