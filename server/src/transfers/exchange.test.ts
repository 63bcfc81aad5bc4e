import { type CurrencyCode, createAccount, transferLocal, transferOwn } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())

const payer = (balance: string) => t.customer({ pin: '4821', balance, flags: { UseOtp: false } })

const open = async (who: TestCustomer, currency: CurrencyCode) =>
  (
    (await t.ask(createAccount, { accountName: currency, currency }, who.token)).data as {
      Id: string
    }
  ).Id

const exchange = (who: TestCustomer, from: string, to: string, amount: string) =>
  t.ask(
    transferOwn,
    { source_account: from, destination_account: to, amount, pin: '4821' },
    who.token,
  )

const used = refusedWith('daily_limit', { message: 'Daily exchange limit reached' })

// shows D148
test('tiny exchanges between currencies make no money', async () => {
  const ada = await payer('100.00')
  const [usd, ngn, gbp] = [ada.account.publicId, await open(ada, 'ngn'), await open(ada, 'gbp')]
  const worth = async () => {
    const [row] = await db.sql<{ usd: number }>`
      select sum(l.balance_minor / case l.currency when 'ngn' then 1480 when 'gbp' then 0.79 else 1 end)
        ::float8 as usd
      from ledger_accounts l join accounts a on a.account_id = l.id where a.owner_id = ${ada.id}`
    return row?.usd ?? 0
  }
  expect((await exchange(ada, usd, ngn, '10.00')).http).toBe(200)
  const before = await worth()
  for (let n = 0; n < 40; n += 1) {
    // What half a penny costs: rounded to the nearest it bought a whole one.
    expect((await exchange(ada, ngn, gbp, '9.37')).http).toBe(422)
    expect((await exchange(ada, ngn, gbp, '28.11')).http).toBe(200)
    if (n % 4 === 0) expect((await exchange(ada, gbp, ngn, '0.01')).http).toBe(200)
  }
  expect(await worth()).toBeLessThanOrEqual(before)
  expect(await t.findings()).toEqual([])
})

// shows D148
test('what is exchanged on a day has a limit of its own', async () => {
  const ada = await payer('120000.00')
  const bob = await t.customer()
  const [usd, eur] = [ada.account.publicId, await open(ada, 'eur')]
  expect(await exchange(ada, usd, eur, '50000.01')).toEqual(used)
  expect((await exchange(ada, usd, eur, '49999.00')).http).toBe(200)
  expect(await exchange(ada, usd, eur, '1.01')).toEqual(used)
  // In either direction.
  expect(await exchange(ada, eur, usd, '1.00')).toEqual(used)
  expect((await exchange(ada, usd, eur, '1.00')).http).toBe(200)
  // It takes nothing from what may be sent, and moves in one currency take nothing from it.
  const savings = await open(ada, 'usd')
  expect((await exchange(ada, usd, savings, '9000.00')).http).toBe(200)
  const payee = { acc_number: bob.account.number, acc_name: 'x' }
  const order = { source_account: usd, amount: '50000.00', pin: '4821', ...payee }
  expect((await t.ask(transferLocal, order, ada.token)).http).toBe(200)
  t.clock.advance(24 * 3_600_000)
  const tomorrow = { ...ada, token: await t.signInAgain(ada) }
  expect((await exchange(tomorrow, usd, eur, '1.00')).http).toBe(200)
})

test('fifty exchanges at once stay within it', async () => {
  const ada = await payer('90000.00')
  const [usd, eur] = [ada.account.publicId, await open(ada, 'eur')]
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => exchange(ada, usd, eur, '9000.00')),
  )
  expect(outcomes.filter(({ http }) => http === 200)).toHaveLength(5)
  expect(await t.findings()).toEqual([])
})
