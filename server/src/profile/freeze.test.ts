import {
  createAccount,
  freeze,
  initUser,
  readLimits,
  requestLoan,
  saveBiller,
  securityEvents,
  transferExternal,
  transferLocal,
  transferOwn,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { payDueBills } from '#testing/pay-bills.ts'
import { refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { sandbox } from '#transfers/rails.ts'
import { settleDue } from '#transfers/settle-due.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())

const payer = (pin = '4821') => t.customer({ pin, balance: '1000.00', flags: { UseOtp: false } })
const bob = await t.customer()
const set = (who: TestCustomer, frozen: boolean) =>
  t.ask(freeze, { frozen: String(frozen) } as never, who.token)
const pay = (who: TestCustomer, amount = '1.00') =>
  t.ask(
    transferLocal,
    {
      source_account: who.account.publicId,
      amount,
      pin: '4821',
      acc_number: bob.account.number,
      acc_name: 'x',
    },
    who.token,
  )
const balanceOf = async ({ account }: TestCustomer) =>
  (
    await db.sql<{ balance: bigint }>`
    select balance_minor as balance from ledger_accounts where id = ${account.id}`
  )[0]?.balance

test('one press stops every way out, and thawing lets it go again', async () => {
  const ada = await payer()
  const eur = { accountName: 'Euro', accountType: 'savings', currency: 'eur' }
  const made = (await t.ask(createAccount, eur as never, ada.token)).data as { Id: string }
  expect(await set(ada, true)).toMatchObject({ http: 200, data: { Frozen: true } })
  const frozen = refusedWith('frozen')
  const money = { source_account: ada.account.publicId, amount: '1.00', pin: '4821' }
  const elsewhere = { acc_number: '8830071154', acc_name: 'x', bank: 'Chase', bank_name: 'Chase' }
  const bill = {
    biller: 'Netflix Inc',
    accountName: 'x',
    account: ada.account.publicId,
    type: 'one time',
    amount: '1.00',
    date: '2090-01-01',
  }
  expect(await pay(ada)).toEqual(frozen)
  expect(await t.ask(transferExternal, { ...money, ...elsewhere }, ada.token)).toEqual(frozen)
  const own = { ...money, destination_account: made.Id }
  expect(await t.ask(transferOwn, own, ada.token)).toEqual(frozen)
  expect(await t.ask(saveBiller, bill as never, ada.token)).toEqual(frozen)
  const loan = { account: ada.account.publicId, amount: '100.00' }
  expect(await t.ask(requestLoan, loan, ada.token)).toEqual(frozen)
  const shown = (await t.ask(initUser, {}, ada.token)).data as {
    user: { Frozen: boolean }
    cards: { Frozen: boolean; Cv2: string }[]
  }
  expect(shown.user.Frozen).toBe(true)
  expect(shown.cards).toMatchObject([{ Frozen: true, Cv2: '***' }])
  expect((await t.ask(readLimits, {}, ada.token)).data).toMatchObject({ Frozen: true })
  expect(await set(ada, false)).toMatchObject({ http: 200, data: { Frozen: false } })
  expect(await pay(ada)).toMatchObject({ http: 200 })
  const then = (await t.ask(initUser, {}, ada.token)).data as typeof shown
  expect(then.user).not.toHaveProperty('Frozen')
  expect(then.cards[0]).not.toHaveProperty('Frozen')
  expect(then.cards[0]?.Cv2).toMatch(/^\d{3}$/)
})

test('freezing needs no proof and ends the other sessions; thawing needs one', async () => {
  const ada = await payer()
  const thief = await t.signInAgain(ada)
  await db.sql`update sessions set fresh_until = null where customer_id = ${ada.id}`
  expect(await set(ada, true)).toMatchObject({ http: 200 })
  expect(await t.ask(initUser, {}, thief)).toMatchObject({ http: 401 })
  expect(await set(ada, false)).toEqual(refusedWith('reauth_required'))
  expect(await pay(ada)).toEqual(refusedWith('frozen'))
  const again = { ...ada, token: await t.signInAgain(ada) }
  expect(await set(again, false)).toMatchObject({ http: 200 })
  expect(await pay(again)).toMatchObject({ http: 200 })
})

test('it is told by mail, at the bell and in the security log, once', async () => {
  const ada = await payer()
  await Promise.all(Array.from({ length: 10 }, () => set(ada, true)))
  await set(ada, false)
  const subjects = (await t.mailTo(ada.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => /frozen|thawed/.test(subject))).toEqual([
    'Everything was thawed',
    'Everything was frozen',
  ])
  const log = (await t.ask(securityEvents, {} as never, ada.token)).data
  expect(log).toMatchObject({ List: [{ Kind: 'thawed' }, { Kind: 'frozen' }] })
})

test('no transfer goes through once a freeze has been answered, however many are under way', async () => {
  const ada = await payer()
  const posted: Promise<{ http: number }>[] = []
  const order = () => posted.push(pay(ada))
  for (let n = 0; n < 30; n += 1) order()
  const stopping = set(ada, true)
  for (let n = 0; n < 30; n += 1) order()
  await stopping
  const then = await balanceOf(ada)
  for (let n = 0; n < 30; n += 1) order()
  const outcomes = await Promise.all(posted)
  const paid = outcomes.filter(({ http }) => http === 200).length
  expect(outcomes.slice(60).every(({ http }) => http === 403)).toBe(true)
  // What was under way may have come first; nothing came after.
  expect(await balanceOf(ada)).toBe(100_000n - BigInt(paid) * 100n)
  expect(await balanceOf(ada)).toBe(then)
  expect(await t.findings()).toEqual([])
})

const block = async ({ id }: TestCustomer, blocked: boolean) =>
  db.sql`update customers set blocked = ${blocked} where id = ${id}`

test.each([
  ['everything is frozen', set],
  ['its customer is blocked', block],
])('what has not left yet waits for as long as %s', async (_, stop) => {
  const ada = await payer()
  const order = {
    source_account: ada.account.publicId,
    amount: '5.00',
    pin: '4821',
    acc_number: '8830071154',
    acc_name: 'x',
    bank: 'Chase',
    bank_name: 'Chase',
  }
  expect((await t.ask(transferExternal, order, ada.token)).http).toBe(200)
  await stop(ada, true)
  t.clock.advance(60_000)
  await settleDue(t.bank, sandbox)
  expect(await balanceOf(ada)).toBe(1000_00n)
  await stop(ada, false)
  await settleDue(t.bank, sandbox)
  expect(await balanceOf(ada)).toBe(995_00n)
})

test('a bill that was approved before waits with the reason, then fails for its date', async () => {
  const ada = await payer()
  const bill = {
    biller: 'Netflix Inc',
    accountName: 'x',
    account: ada.account.publicId,
    type: 'one time',
    amount: '15.49',
    date: t.clock.now().toISOString().slice(0, 10),
  }
  expect((await t.ask(saveBiller, bill as never, ada.token)).http).toBe(200)
  await set(ada, true)
  expect(await payDueBills(t.bank)).toEqual({ paid: 0, retry: 1, failed: 0 })
  for (let tries = 0; tries < 3; tries += 1) {
    t.clock.advance(3_600_001)
    await payDueBills(t.bank)
  }
  const [line] = await db.sql<{ state: string; reason: string }>`
    select state, failure_reason as reason from transactions
    where account_id = ${ada.account.id} and method = 'bill'`
  expect(line).toEqual({ state: 'failed', reason: 'Everything was frozen' })
  expect(await balanceOf(ada)).toBe(1000_00n)
})
