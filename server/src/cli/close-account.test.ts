import {
  askForMoney,
  autoRepayLoan,
  createAccount,
  loans,
  openRequest,
  orderStanding,
  type StandingEntry,
  savedBills,
  standingOrders,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { accountsOf } from '#accounts/accounts.ts'
import { saveBill } from '#bills/bills.ts'
import { payInstalments } from '#loans/auto-repay.ts'
import { approveLoan } from '#loans/decide.ts'
import { askForLoan } from '#loans/loans.ts'
import { runOrders } from '#orders/pay-due.ts'
import { tellComing } from '#orders/tell.ts'
import { potOwner } from '#testing/pot-owner.ts'
import { recording } from '#testing/recording-db.ts'
import { answerOf, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { runCommand } from './commands.ts'

const db = await testDb()
const said: string[] = []
const t = await testBank(recording(db, said))
afterAll(async () => {
  expect(await t.findings()).toEqual([])
  await t.stop()
})
const { make } = potOwner(t)
const plain = { pin: '4821', balance: '1000.00', flags: { UseOtp: false } }
const dayMs = 86_400_000
const inDays = (days: number) =>
  new Date(t.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10)

async function order(who: TestCustomer, fields: Record<string, string>): Promise<string> {
  const form = {
    ...{ kind: 'local', source_account: who.account.publicId, amount: '60.00', every: 'monthly' },
    ...{ date: inDays(5), pin: '4821', ...fields },
  }
  const made = answerOf(await t.send(orderStanding, form, { token: who.token }))
  expect(made, JSON.stringify(made)).toMatchObject({ http: 200 })
  return (made.data as StandingEntry).Id
}

const to = ({ account, name }: TestCustomer) => ({ acc_number: account.number, acc_name: name })

async function ordersOf(who: TestCustomer) {
  const { data } = await t.ask(standingOrders, {}, await t.signInAgain(who))
  return new Map((data as StandingEntry[]).map((one) => [one.Id, one]))
}

const noticesOf = async ({ id }: TestCustomer, after: bigint) =>
  db.sql<{ title: string; body: string }>`
    select title, body from notifications where customer_id = ${id} and id > ${after} order by id`

const newest = async () => {
  const [row] = await db.sql<{
    id: bigint
  }>`select coalesce(max(id), 0)::int8 as id from notifications`
  return row?.id ?? 0n
}

/** A customer with an empty second account, to which and from which all kinds of things go. */
async function withSecond() {
  const ada = await t.customer({ ...plain, firstName: 'Ada', lastName: 'Stone' })
  await t.ask(createAccount, { accountName: 'Spare' } as never, ada.token)
  const [, spare] = await accountsOf(db.sql, ada.id)
  if (!spare) throw new Error('there is a second account')
  return { ada, spare, atSpare: { ...ada, account: spare } }
}

test('closing an account ends all that it pays and all that is paid into it, and says so to both sides', async () => {
  const { ada, spare, atSpare } = await withSecond()
  const [bob, dan] = [await t.customer(), await t.customer(plain)]
  const from = await order(atSpare, to(bob))
  const into = await order(ada, { kind: 'own', destination_account: spare.publicId })
  const { data: pot } = await make(atSpare, { name: 'Trip' })
  const potted = await order(atSpare, { kind: 'pot', pot_id: (pot as { Id: string }).Id })
  const bill = { biller: 'Apple Inc', accountName: 'ada', type: 'recurring' } as const
  await saveBill(t.bank, ada.id, {
    ...bill,
    account: spare.publicId,
    amount: 9_00n,
    date: inDays(5),
  })
  const loan = await askForLoan(t.bank, ada.id, { account: ada.account.publicId, amount: 600_00n })
  await db.transaction((sql) => approveLoan(t.bank, sql, { id: loan }))
  const auto = { id: loan, on: true, account: spare.publicId, amount: '53.31' }
  expect(await t.ask(autoRepayLoan, auto, ada.token)).toMatchObject({ http: 200 })
  const asked = { account: spare.publicId, amount: '12.50', note: 'Pizza' }
  const { data: request } = await t.ask(askForMoney, asked as never, ada.token)
  const theirs = await order(dan, to(atSpare))
  const kept = [await order(ada, to(bob)), await order(dan, to(ada))]

  const before = await newest()
  said.length = 0
  expect(await runCommand(t.bank, ['close-account', spare.number])).toBe(
    `${spare.number} is closed`,
  )
  const own = `Your account Spare, ${spare.number}, is closed`
  const foreign = `The account of Ada Stone, ${spare.number}, is closed`
  const over = { State: 'ended', Dates: [], Short: false }
  const mine = await ordersOf(ada)
  for (const id of [from, into, potted])
    expect(mine.get(id)).toMatchObject({ ...over, LastError: own })
  expect((await ordersOf(dan)).get(theirs)).toMatchObject({ ...over, LastError: foreign })
  for (const id of kept) {
    const all = new Map([...mine, ...(await ordersOf(dan))])
    expect(all.get(id)).toMatchObject({ State: 'active', LastError: null })
  }
  const token = await t.signInAgain(ada)
  expect((await t.ask(savedBills, {}, token)).data).toEqual([])
  expect((await t.ask(loans, {}, token)).data).toMatchObject({
    List: [{ AutoRepay: null, AutoRepayEnded: own }],
  })
  const link = (request as { Link: string }).Link.split('/pay/')[1] ?? ''
  expect((await t.ask(openRequest, { token: link }, dan.token)).data).toMatchObject({
    State: 'cancelled',
  })
  const gone = 'Nothing is paid any more.'
  const told = (await noticesOf(ada, before)).map(({ title, body }) => `${title}: ${body}`)
  expect(told.sort()).toEqual(
    [
      `Standing order ended: ${bob.name}, $60.00: ${own}. ${gone}`,
      `Standing order ended: Spare, $60.00: ${own}. ${gone}`,
      `Standing order ended: Trip, $60.00: ${own}. ${gone}`,
      `Bill ended: Apple Inc, $9.00: ${own}. ${gone}`,
      `Automatic repayment ended: ${own}. Choose another account.`,
      `Request cancelled: Your request for $12.50 was cancelled: ${own}.`,
      `Account closed: Spare, ${spare.number}. What was paid from it and into it can still be searched.`,
    ].sort(),
  )
  expect(await noticesOf(dan, before)).toEqual([
    { title: 'Standing order ended', body: `Ada Stone, $60.00: ${foreign}. ${gone}` },
  ])
  expect(await noticesOf(bob, before)).toEqual([])
  // Customers before dates, and dates before accounts, as a payment locks them.
  const at = (words: string) => said.findIndex((text) => text.includes(words))
  const steps = ['customer_lock', 'update bills', 'delete from orders_due', 'ledger_close_account']
  expect(steps.map(at)).toEqual(steps.map(at).sort((one, other) => one - other))
  expect(at('customer_lock')).toBeGreaterThanOrEqual(0)

  // Nothing is left that would be told of, tried or fail on its date.
  const later = await newest()
  t.clock.advance(4 * dayMs)
  expect(await tellComing(t.bank)).toBe(kept.length)
  t.clock.advance(3 * dayMs)
  expect(await runOrders(t.bank)).toEqual({ paid: kept.length, nothing: 0, retry: 0, failed: 0 })
  t.clock.advance(40 * dayMs)
  expect(await payInstalments(t.bank)).toEqual({ paid: 0, missed: 0 })
  expect((await noticesOf(ada, later)).filter(({ body }) => body.includes('closed'))).toEqual([])
})

test('an account that is not empty keeps everything that points at it', async () => {
  const { ada, spare } = await withSecond()
  const into = await order(ada, { kind: 'own', destination_account: spare.publicId })
  await runCommand(t.bank, ['fund', spare.number, '1.00'])
  const before = await newest()
  await expect(runCommand(t.bank, ['close-account', spare.number])).rejects.toThrow()
  expect((await ordersOf(ada)).get(into)).toMatchObject({ State: 'active', LastError: null })
  expect(await noticesOf(ada, before)).toEqual([])
})
