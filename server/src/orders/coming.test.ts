import {
  createAccount,
  orderStanding,
  pauseStanding,
  type StandingEntry,
  standingOrder,
  standingOrders,
} from '@passbook/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { accountsOf } from '#accounts/accounts.ts'
import { saveBill } from '#bills/bills.ts'
import { forecastOf } from '#forecast/forecast.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { dayWords } from '#kernel/words.ts'
import { approveLoan } from '#loans/decide.ts'
import { askForLoan } from '#loans/loans.ts'
import { answerOf, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { runOrders } from './pay-due.ts'
import { tellComing } from './tell.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(async () => {
  expect(await t.findings()).toEqual([])
  await t.stop()
})

// An order that a test leaves behind must not be told of in the next one.
beforeEach(async () => {
  await db.sql`delete from orders_due where state in ('waiting', 'paused')`
  await db.sql`update orders set state = 'ended'`
})

const plain = { pin: '4821', balance: '100.00', flags: { UseOtp: false } }
const bob = await t.customer()
const today = () => t.clock.now().toISOString().slice(0, 10)
const inDays = (days: number) => dayAfter(today(), days)
const goTo = (date: string, at = '00:10') =>
  t.clock.advance(Date.parse(`${date}T${at}:00Z`) - t.clock.now().getTime())

async function order(who: TestCustomer, changes: Record<string, string> = {}): Promise<string> {
  const form = {
    ...{ kind: 'local', source_account: who.account.publicId, acc_number: bob.account.number },
    ...{ acc_name: bob.name, amount: '60.00', every: 'once', date: inDays(5), pin: '4821' },
    ...changes,
  }
  const token = await t.signInAgain(who)
  const made = answerOf(await t.send(orderStanding, form, { token }))
  expect(made).toMatchObject({ http: 200 })
  return (made.data as StandingEntry).Id
}

const noticesOf = ({ id }: TestCustomer) =>
  db.sql<{ title: string; body: string; warns: boolean }>`
    select title, body, warns from notifications
    where customer_id = ${id} and (title like '%comes' or title like 'Money is missing%') order by id`

const shortOf = async (who: TestCustomer) => {
  const { data } = await t.ask(standingOrders, {}, await t.signInAgain(who))
  return new Map((data as StandingEntry[]).map(({ Id, Short }) => [Id, Short]))
}

async function savingsOf(who: TestCustomer) {
  const form = { accountType: 'savings', currency: 'usd', accountName: 'Aside' } as never
  await t.ask(createAccount, form, await t.signInAgain(who))
  const [, second] = await accountsOf(db.sql, who.id)
  if (!second) throw new Error('there is a second account')
  return second
}

test('of two orders of 60.00 on one day against 100.00 the second is told as short, by 20.00', async () => {
  const ada = await t.customer(plain)
  const [first, second] = [await order(ada), await order(ada, { description: 'second' })]
  // Far off, each is compared with what is there: nobody knows what comes in until then.
  expect(await shortOf(ada)).toEqual(
    new Map([
      [first, false],
      [second, false],
    ]),
  )
  t.clock.advance(3 * 86_400_000)
  expect(await tellComing(t.bank)).toBe(2)
  const what = `$60.00 to ${bob.name} on ${dayWords(inDays(2))}, from ${ada.account.name}`
  expect(await noticesOf(ada)).toEqual([
    { title: 'Standing order comes', body: `${what}.`, warns: false },
    {
      title: 'Money is missing for a standing order',
      body: `${what}: the money that is there now will not do for all that is due by then. $20.00 is missing.`,
      warns: true,
    },
  ])
  expect(await shortOf(ada)).toEqual(
    new Map([
      [first, false],
      [second, true],
    ]),
  )
  const { missing } = await forecastOf(t.bank, ada.id, { accountId: ada.account.publicId })
  expect(missing).toMatchObject({ on: inDays(2), amount: 20_00n })
})

test('a bill, an instalment and an order of the day before take their part first', async () => {
  const [ada, ben, eve] = [
    await t.customer(plain),
    await t.customer(plain),
    await t.customer(plain),
  ]
  const account = ada.account.publicId
  const bill = { biller: 'Apple Inc', accountName: 'ada', type: 'one time' } as const
  await saveBill(t.bank, ada.id, { ...bill, account, amount: 50_00n, date: inDays(5) })
  const afterBill = await order(ada)
  const before = await order(ben, { date: inDays(4) })
  const afterOrder = await order(ben)
  // 88.85 of a loan of 1,000.00 is paid by itself on its day, and the order comes a day later.
  const loan = await askForLoan(t.bank, eve.id, {
    account: eve.account.publicId,
    amount: 1_000_00n,
  })
  await db.transaction((sql) => approveLoan(t.bank, sql, { id: loan }))
  await db.sql`
    update loans set auto_account_id = account_id, auto_minor = 8885,
      auto_since = ${t.clock.now()}, auto_try_at = ${`${inDays(4)}T00:00:00Z`}::timestamptz
    where customer_id = ${eve.id}`
  await db.sql`
    update loan_instalments i set due_on = ${inDays(4)} from loans l
    where l.id = i.loan_id and l.customer_id = ${eve.id} and i.number = 1`
  await order(eve, { amount: '1012.00', date: inDays(5) })
  t.clock.advance(3 * 86_400_000)
  await tellComing(t.bank)
  expect(await shortOf(ada)).toEqual(new Map([[afterBill, true]]))
  expect(await shortOf(ben)).toEqual(
    new Map([
      [before, false],
      [afterOrder, true],
    ]),
  )
  const missingOf = async (who: TestCustomer) =>
    (await noticesOf(who))
      .filter(({ warns }) => warns)
      .map(({ body }) => /\S+ is missing/.exec(body)?.[0])
  expect(await missingOf(ada)).toEqual(['$10.00 is missing'])
  expect(await missingOf(ben)).toEqual(['$20.00 is missing'])
  // 1,100.00 less 88.85 is 1,011.15.
  expect(await missingOf(eve)).toEqual(['$0.85 is missing'])
})

test('what comes from an own account before is there, and a stranger’s payment is not counted on', async () => {
  const ada = await t.customer({ ...plain, balance: '500.00' })
  const savings = await savingsOf(ada)
  const own = { kind: 'own', destination_account: savings.publicId, amount: '200.00' }
  await order(ada, { ...own, date: inDays(4) })
  const rent = await order(ada, { source_account: savings.publicId, amount: '150.00' })
  const ben = await t.customer({ ...plain, balance: '10.00' })
  const dry = await order(ben, { amount: '30.00' })
  await order(ada, { acc_number: ben.account.number, acc_name: ben.name, date: inDays(4) })
  t.clock.advance(3 * 86_400_000)
  expect(await tellComing(t.bank)).toBe(4)
  expect((await shortOf(ada)).get(rent)).toBe(false)
  expect((await noticesOf(ada)).map(({ warns }) => warns)).toEqual([false, false, false])
  expect((await shortOf(ben)).get(dry)).toBe(true)
  expect((await noticesOf(ben)).map(({ warns }) => warns)).toEqual([true])
})

test('a first date beyond ten years is refused, the last day of them is not', async () => {
  const ada = await t.customer(plain)
  goTo('2031-05-10')
  const last = '2041-05-10'
  const far = refusedWith('invalid', {
    message: 'Select a first date within ten years',
    field: 'date',
  })
  const form = {
    ...{ kind: 'local', source_account: ada.account.publicId, acc_number: bob.account.number },
    ...{ acc_name: bob.name, amount: '1.00', every: 'once', pin: '4821' },
  }
  for (const date of [dayAfter(last, 1), '2099-01-01', '9999-12-31']) {
    const token = await t.signInAgain(ada)
    const answer = await t.send(orderStanding, { ...form, date }, { token })
    expect(answerOf(answer), date).toEqual(far)
  }
  await order(ada, { date: last })
})

test('a date that was tried in vain stands in the history as soon as its order is paused', async () => {
  goTo(inDays(1))
  const ada = await t.customer({ ...plain, balance: '10.00' })
  const id = await order(ada, { date: today(), every: 'monthly' })
  expect(await runOrders(t.bank)).toMatchObject({ retry: 1 })
  const detail = async () => {
    const token = await t.signInAgain(ada)
    return (await t.ask(standingOrder, { id }, token)).data as StandingEntry & {
      History: unknown[]
    }
  }
  const date = today()
  const reason = 'Insufficient funds'
  expect(await detail()).toMatchObject({ LastError: reason, History: [] })
  await t.ask(pauseStanding, { id }, await t.signInAgain(ada))
  expect(await detail()).toMatchObject({
    State: 'paused',
    LastError: null,
    History: [{ Date: date, State: 'waiting', Reason: reason, Amount: null }],
  })
  // From the next day on the order goes on with a later date, whenever it is resumed.
  goTo(inDays(1))
  expect(await detail()).toMatchObject({
    LastError: null,
    History: [{ Date: date, State: 'skipped', Reason: reason }],
  })
})
