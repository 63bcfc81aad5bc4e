import {
  changeStanding,
  closePot,
  notifications,
  orderStanding,
  type StandingEntry,
  standingOrder,
  standingOrders,
} from '@passbook/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { dayWords } from '#kernel/words.ts'
import { balance } from '#ledger/ledger.ts'
import { runOrders } from '#orders/pay-due.ts'
import { tellComing } from '#orders/tell.ts'
import { potOwner } from '#testing/pot-owner.ts'
import { recording } from '#testing/recording-db.ts'
import { answerOf, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const said: string[] = []
const t = await testBank(recording(db, said))
afterAll(async () => {
  expect(await t.findings()).toEqual([])
  await t.stop()
})
const { filled, list } = potOwner(t)

// An order that a test leaves behind must not be paid in the next one.
beforeEach(async () => {
  await db.sql`delete from orders_due where state in ('waiting', 'paused')`
  await db.sql`update orders set state = 'ended'`
})

const today = () => t.clock.now().toISOString().slice(0, 10)
const goTo = (date: string) =>
  t.clock.advance(Date.parse(`${date}T00:10:00Z`) - t.clock.now().getTime())
const moneyOf = ({ account }: TestCustomer) => balance(db.sql, { accountId: account.id })

async function order(who: TestCustomer, pot: string, changes: Record<string, string> = {}) {
  const form = {
    ...{ kind: 'pot', source_account: who.account.publicId, pot_id: pot, amount: '25.00' },
    ...{ every: 'monthly', date: today(), ...changes },
  }
  return answerOf(await t.send(orderStanding, form, { token: who.token }))
}

const idOf = ({ data }: { data?: unknown }) => (data as StandingEntry).Id
const listOf = async (who: TestCustomer) =>
  (await t.ask(standingOrders, {}, who.token)).data as StandingEntry[]

test('making and ending in turn has an end; one that was made is answered all the same', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const pot = await filled(ada, '1.00')
  const form = {
    ...{ kind: 'pot', source_account: ada.account.publicId, pot_id: pot, amount: '25.00' },
    ...{ every: 'monthly', date: today() },
  }
  const place = async (key: string) =>
    answerOf(
      await t.send(orderStanding, form, { token: ada.token, headers: { 'idempotency-key': key } }),
    )
  const made = await place('first-of-many')
  await db.sql`update attempts set count = 120 where bucket = ${`order:hour:${ada.id}`}`
  expect(await place('one-too-many')).toMatchObject({ http: 429, code: 'too_many' })
  expect(idOf(await place('first-of-many'))).toBe(idOf(made))
})

test('pays into the pot every month, without approval, exactly once a date', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const pot = await filled(ada, '1.00')
  const made = await order(ada, pot)
  expect(made).toMatchObject({ http: 200, data: { Kind: 'pot', Name: 'Holiday', Amount: '25.00' } })
  const [first, second] = (made.data as StandingEntry).Dates
  const runs = await Promise.all([runOrders(t.bank), runOrders(t.bank)])
  expect(runs.reduce((sum, { paid }) => sum + paid, 0)).toBe(1)
  expect(await runOrders(t.bank)).toMatchObject({ paid: 0 })
  expect(await moneyOf(ada)).toEqual({
    ...{ balanceMinor: 100_00n, heldMinor: 26_00n, availableMinor: 74_00n },
  })
  const less = { id: idOf(made), amount: '20.00', description: '', until: '', times: '' }
  expect((await t.ask(changeStanding, less as never, ada.token)).http).toBe(200)
  goTo(second ?? '')
  expect(await runOrders(t.bank)).toMatchObject({ paid: 1 })
  const who = { ...ada, token: await t.signInAgain(ada) }
  const [shown] = await list(who)
  expect(shown).toMatchObject({ Balance: 46_00n, Orders: [{ Amount: 20_00n, Every: 'monthly' }] })
  expect(shown?.Moves.map(({ Kind }) => Kind)).toEqual(['order', 'order', 'customer'])
  const { data } = await t.ask(standingOrder, { id: idOf(made) }, who.token)
  expect((data as { History: unknown[] }).History).toMatchObject([
    { Date: second, State: 'paid', Amount: '20.00' },
    { Date: first, State: 'paid', Amount: '25.00' },
  ])
})

test('more of it needs no approval either, and its notice names the pot', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const pot = await filled(ada, '1.00')
  const later = new Date(t.clock.now().getTime() + 4 * 86_400_000).toISOString().slice(0, 10)
  const made = await order(ada, pot, { date: later })
  const more = { id: idOf(made), amount: '300.00', description: '', until: '', times: '' }
  expect(await t.ask(changeStanding, more as never, ada.token)).toMatchObject({
    http: 200,
    data: { Amount: '300.00', Short: true },
  })
  t.clock.advance(2 * 86_400_000)
  expect(await tellComing(t.bank)).toBe(1)
  const who = { ...ada, token: await t.signInAgain(ada) }
  const told = (await t.ask(notifications, {} as never, who.token)).data
  expect(JSON.stringify(told)).toContain('to Holiday on')
})

test('money that is missing is waited for, then told without a statement line', async () => {
  const ada = await t.customer({ balance: '10.00' })
  const pot = await filled(ada, '1.00')
  await order(ada, pot)
  expect(await runOrders(t.bank)).toMatchObject({ retry: 1 })
  t.clock.advance(10 * 86_400_000)
  expect(await runOrders(t.bank)).toMatchObject({ failed: 1 })
  expect(await moneyOf(ada)).toMatchObject({ balanceMinor: 10_00n, availableMinor: 9_00n })
  const lines = await db.sql`select from transactions where account_id = ${ada.account.id}`
  expect(lines.length).toBe(1)
  const [told] = await db.sql<{ title: string; body: string }>`
    select title, body from notifications where customer_id = ${ada.id} order by id desc limit 1`
  expect(told?.title).toBe('Standing order not paid')
  expect(told?.body).toContain('Insufficient funds')
})

test('a closed pot ends what pays into it', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const pot = await filled(ada, '1.00')
  await order(ada, pot)
  await t.ask(closePot, { id: pot }, ada.token)
  expect(await listOf(ada)).toMatchObject([{ State: 'ended', Dates: [] }])
  expect(await runOrders(t.bank)).toMatchObject({ paid: 0, failed: 0 })
  expect(await order(ada, pot)).toEqual(refusedWith('pot_closed'))
})

test('a pot that is closed gives up its dates before its account is locked', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const pot = await filled(ada, '1.00')
  await order(ada, pot)
  said.length = 0
  expect(await t.ask(closePot, { id: pot }, ada.token)).toMatchObject({ http: 200 })
  const dates = said.findIndex((text) => text.startsWith('delete from orders_due'))
  const account = said.findIndex((text) => text.includes('pot_close'))
  expect(dates).toBeGreaterThan(0)
  expect(account).toBeGreaterThan(dates)
})

test('a transfer that a server of the version before makes of a date is refused', async () => {
  const ada = await t.customer()
  const transfer = (to: bigint | null) => db.sql`
    insert into transfers(transaction_id, customer_id, rail, payee, to_account_id, usd_minor, day,
      review, due_at, done)
    values (gen_random_uuid(), ${ada.id}, 'inside', '', ${to}, 2500, ${today()}, false,
      ${t.clock.now()}, true)`
  await expect(transfer(null)).rejects.toThrow('transfers_inside')
  await transfer(ada.account.id)
})

test('frozen, no date is paid', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const pot = await filled(ada, '1.00')
  await order(ada, pot)
  await db.sql`update customers set frozen_at = now() where id = ${ada.id}`
  expect(await runOrders(t.bank)).toMatchObject({ paid: 0, retry: 1 })
  expect(await order(ada, pot)).toEqual(refusedWith('frozen'))
})

test('a date of frozen days is over without its money, says so, and the order goes on thawed', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const pot = await filled(ada, '1.00')
  const made = await order(ada, pot)
  const [date = '', next = ''] = (made.data as StandingEntry).Dates
  await db.sql`update customers set frozen_at = now() where id = ${ada.id}`
  expect(await runOrders(t.bank)).toMatchObject({ retry: 1 })
  t.clock.advance(10 * 86_400_000)
  expect(await runOrders(t.bank)).toMatchObject({ failed: 1 })
  const token = await t.signInAgain(ada)
  expect((await t.ask(standingOrder, { id: idOf(made) }, token)).data).toMatchObject({
    State: 'active',
    LastError: null,
    History: [{ Date: date, State: 'failed', Reason: 'Everything was frozen' }],
  })
  const told = await db.sql<{ title: string; body: string }>`
    select title, body from notifications where customer_id = ${ada.id} order by id desc limit 2`
  expect(told).toEqual([
    {
      title: 'Standing order not paid',
      body: `Holiday, due ${dayWords(date)}: Everything was frozen.`,
    },
    {
      title: 'Standing order waits',
      body: `Holiday, $25.00, due ${dayWords(date)}: Everything is frozen. Thaw it in your profile first. We try again.`,
    },
  ])
  await db.sql`update customers set frozen_at = null where id = ${ada.id}`
  goTo(next)
  expect(await runOrders(t.bank)).toMatchObject({ paid: 1 })
})

test("another's pot is unknown, and one of another account is not paid into", async () => {
  const [ada, eve] = [await t.customer({ balance: '10.00' }), await t.customer({ balance: '9.00' })]
  const pot = await filled(ada, '5.00')
  for (const unknown of [pot, '00000000-0000-4000-8000-000000000000', 'x', '']) {
    expect(await order(eve, unknown)).toEqual(
      refusedWith('not_yours', { message: 'This pot is not on your list' }),
    )
  }
  expect(await order({ ...ada, account: eve.account }, pot)).toMatchObject({
    http: 403,
    field: 'source_account',
  })
})
