import {
  createAccount,
  orderStanding,
  repayLoan,
  saveBiller,
  transferCard,
  transferCrypto,
  transferExternal,
  transferLocal,
  transferOwn,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { authorise } from '#card-controls/payments.ts'
import { balance } from '#ledger/ledger.ts'
import { approveLoan } from '#loans/decide.ts'
import { askForLoan } from '#loans/loans.ts'
import { runOrders } from '#orders/pay-due.ts'
import { potOwner } from '#testing/pot-owner.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(async () => {
  expect(await t.findings()).toEqual([])
  await t.stop()
})
const { move, filled } = potOwner(t)
const bob = await t.customer()

const today = () => t.clock.now().toISOString().slice(0, 10)

/** Has 100.00, of which 60.00 are in a pot. */
async function saver(): Promise<
  TestCustomer & { pot: string; other: (code: string) => Promise<string> }
> {
  const who = await t.customer({
    ...{ pin: '4821', balance: '100.00' },
    flags: { UseOtp: false, CryptoPayment: true },
  })
  const other = async (currency: string) => {
    const fields = { accountName: 'Other', accountType: 'savings', currency }
    const { data } = await t.ask(createAccount, fields as never, who.token)
    return (data as { Id: string }).Id
  }
  return { ...who, pot: await filled(who, '60.00'), other }
}

const moneyOf = ({ account }: TestCustomer) => balance(db.sql, { accountId: account.id })
type Saver = Awaited<ReturnType<typeof saver>>

const common = (who: Saver, amount: string) => ({
  ...{ source_account: who.account.publicId, amount, pin: '4821', otp: '' },
})

/** Every way of an order to spend; each answers whether money was missing. */
const orders: Record<string, (who: Saver, amount: string) => Promise<{ code?: unknown }>> = {
  'to an own account': async (who, amount) =>
    t.ask(
      transferOwn,
      { ...common(who, amount), destination_account: await who.other('usd') } as never,
      who.token,
    ),
  'an exchange': async (who, amount) =>
    t.ask(
      transferOwn,
      { ...common(who, amount), destination_account: await who.other('eur') } as never,
      who.token,
    ),
  'to another customer': (who, amount) =>
    t.ask(
      transferLocal,
      { ...common(who, amount), acc_number: bob.account.number, acc_name: bob.name },
      who.token,
    ),
  'to another bank': (who, amount) =>
    t.ask(
      transferExternal,
      { ...common(who, amount), acc_number: '123456789', acc_name: 'P R', bank: 'Chase' } as never,
      who.token,
    ),
  'by wire': (who, amount) =>
    t.ask(
      transferExternal,
      {
        ...{ ...common(who, amount), acc_number: '123456789', acc_name: 'P R' },
        ...{ bank_name: 'X', swift: 'CHASUS33' },
      } as never,
      who.token,
    ),
  'to a card': (who, amount) =>
    t.ask(
      transferCard,
      {
        ...{ ...common(who, amount), card_name: 'A B', card_number: '4242424242424242' },
        ...{ card_expiry: '12/40', card_cv2: '123' },
      } as never,
      who.token,
    ),
  'to a wallet': (who, amount) =>
    t.ask(
      transferCrypto,
      {
        ...common(who, amount),
        wallet_address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      } as never,
      who.token,
    ),
  'a repayment': async (who, amount) => {
    // What is lent comes on top of what there is, and goes into the pot as well.
    const loan = await askForLoan(t.bank, who.id, {
      account: who.account.publicId,
      amount: 500_00n,
    })
    await db.transaction((sql) => approveLoan(t.bank, sql, { id: loan }))
    await move(who, who.pot, '500.00')
    const fields = { id: loan, account: who.account.publicId, amount, pin: '4821', otp: '' }
    return t.ask(repayLoan, fields as never, who.token)
  },
  'a card payment': async (who, amount) => {
    const [card] = await db.sql<{ id: string }>`select id from cards where customer_id = ${who.id}`
    const asked = { cardId: card?.id ?? '', merchant: 'Shop', online: false, abroad: false }
    const amountMinor = BigInt(amount.replace('.', ''))
    const { refused } = await db.transaction((sql) =>
      authorise(t.bank, sql, { ...asked, amountMinor }),
    )
    return { code: refused === null ? undefined : 'insufficient_funds' }
  },
}

test.each(Object.entries(orders))('%s cannot spend what is in a pot', async (_, spend) => {
  const ada = await saver()
  expect(await spend(ada, '40.01')).toMatchObject({ code: 'insufficient_funds' })
  const before = await moneyOf(ada)
  expect(before.availableMinor).toBe(40_00n)
  const bea = await saver()
  expect((await spend(bea, '40.00')).code).toBeUndefined()
  expect((await moneyOf(bea)).availableMinor).toBe(0n)
})

test('a hundred at once, posted together, leave what is in a pot', async () => {
  const [ada, ...others] = await Promise.all([saver(), saver(), saver()])
  const pay = (who: Saver) =>
    t.ask(
      transferLocal,
      { ...common(who, '10.00'), acc_number: bob.account.number, acc_name: bob.name },
      who.token,
    )
  const everyone = [ada, ...others]
  const answers = await Promise.all(
    Array.from({ length: 99 }, (_, index) => pay(everyone[index % 3] ?? ada)),
  )
  expect(answers.filter(({ http }) => http === 200).length).toBe(12)
  for (const who of everyone) {
    expect(await moneyOf(who)).toEqual({
      ...{ balanceMinor: 60_00n, heldMinor: 60_00n, availableMinor: 0n },
    })
  }
})

/** To the next Monday: what waits for money is tried for again on bank days. */
function goToMonday() {
  const now = t.clock.now()
  const days = 7 - ((now.getUTCDay() + 6) % 7)
  const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 0, 10)
  t.clock.advance(monday - now.getTime())
}

test('a bill and a standing order wait for money that is not in a pot', async () => {
  goToMonday()
  const ada = await saver()
  const date = today()
  const bill = { biller: 'Netflix Inc', accountName: 'x', type: 'one time', amount: '40.01', date }
  expect(
    await t.ask(
      saveBiller,
      { ...bill, account: ada.account.publicId, pin: '4821' } as never,
      ada.token,
    ),
  ).toMatchObject({ http: 200 })
  const standing = {
    ...{ ...common(ada, '40.01'), kind: 'local', acc_number: bob.account.number },
    ...{ acc_name: bob.name, every: 'once', date },
  }
  expect(await t.ask(orderStanding, standing as never, ada.token)).toMatchObject({ http: 200 })
  expect(await runOrders(t.bank)).toMatchObject({ paid: 0, retry: 2 })
  expect(await moneyOf(ada)).toMatchObject({ balanceMinor: 100_00n, availableMinor: 40_00n })
  await move(ada, ada.pot, '-50.00')
  t.clock.advance(86_400_000)
  expect(await runOrders(t.bank)).toMatchObject({ paid: 2 })
  expect(await moneyOf(ada)).toMatchObject({ balanceMinor: 19_98n, availableMinor: 9_98n })
})

test('what is above an amount is counted without pots', async () => {
  const ada = await saver()
  const destination = await ada.other('usd')
  const standing = {
    ...{ ...common(ada, '15.00'), kind: 'own', destination_account: destination },
    ...{ above: '1', every: 'once', date: today() },
  }
  expect(await t.ask(orderStanding, standing as never, ada.token)).toMatchObject({ http: 200 })
  expect(await runOrders(t.bank)).toMatchObject({ paid: 1 })
  expect(await moneyOf(ada)).toMatchObject({ balanceMinor: 75_00n, availableMinor: 15_00n })
})
