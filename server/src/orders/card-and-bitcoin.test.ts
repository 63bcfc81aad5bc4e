import {
  messages,
  notifications,
  orderStanding,
  payeeOf,
  requestOtpByForm,
  type StandingEntry,
  standingOrder,
  standingPayee,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { balance } from '#ledger/ledger.ts'
import { answerOf, codeIn, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { runOrders } from './pay-due.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(async () => {
  expect(await t.findings()).toEqual([])
  await t.stop()
})

const day = 86_400_000
const plain = { pin: '4821', balance: '1000.00', flags: { UseOtp: false, CryptoPayment: true } }
const wallet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const today = () => t.clock.now().toISOString().slice(0, 10)
const card = (changes: Record<string, string> = {}) => ({
  ...{ kind: 'card', card_name: 'Ada Byron', card_number: '4242424242424242' },
  ...{ card_expiry: '12/40', ...changes },
})
const bitcoin = { kind: 'crypto', wallet_address: wallet }

async function place(who: TestCustomer, payee: Record<string, string>) {
  const form = {
    ...{ source_account: who.account.publicId, amount: '50.00', every: 'monthly', date: today() },
    ...{ pin: '4821', ...payee },
  }
  return answerOf(await t.send(orderStanding, form, { token: await t.signInAgain(who) }))
}

async function historyOf(who: TestCustomer, made: { data?: unknown }) {
  const { Id: id } = made.data as StandingEntry
  const { data } = await t.ask(standingOrder, { id }, await t.signInAgain(who))
  return (data as { History: unknown }).History
}

const heldOf = ({ id }: TestCustomer) => db.sql<{ rail: string; payee: string }>`
  select rail, payee from transfers where customer_id = ${id} order by rail`

test('a card and a wallet are paid on their date as by a transfer: held in the currency of the account', async () => {
  const ada = await t.customer(plain)
  const [toCard, toWallet] = [await place(ada, card()), await place(ada, bitcoin)]
  expect(toCard.data).toMatchObject({ Kind: 'card', Name: 'Ada Byron', Number: '**** 4242' })
  expect(toWallet.data).toMatchObject({ Kind: 'crypto', Number: wallet })
  expect(await runOrders(t.bank)).toMatchObject({ paid: 2, failed: 0 })
  const pending = [{ Date: today(), State: 'pending', Amount: '50.00', Reason: null }]
  expect(await historyOf(ada, toCard)).toMatchObject(pending)
  expect(await historyOf(ada, toWallet)).toMatchObject(pending)
  expect(await heldOf(ada)).toEqual([
    { rail: 'bitcoin', payee: wallet },
    { rail: 'card', payee: '4242' },
  ])
  expect(await balance(db.sql, { accountId: ada.account.id })).toMatchObject({
    balanceMinor: 1000_00n,
    availableMinor: 900_00n,
  })
})

test('a card that has expired and Bitcoin that was switched off are not paid, and that is told', async () => {
  const ada = await t.customer(plain)
  const now = t.clock.now().toISOString()
  const expiry = `${now.slice(5, 7)}/${now.slice(2, 4)}`
  const toCard = await place(ada, card({ card_expiry: expiry }))
  const toWallet = await place(ada, bitcoin)
  expect(await runOrders(t.bank)).toMatchObject({ paid: 2, failed: 0 })
  await db.sql`update customers set crypto_payment = false where id = ${ada.id}`
  t.clock.advance(32 * day)
  // Beside those of the test before, which are paid again.
  expect(await runOrders(t.bank)).toMatchObject({ paid: 2, failed: 2, retry: 0 })
  const reasonIn = (Reason: string) => [
    { State: 'failed', Amount: '50.00', Reason },
    { State: 'pending', Amount: '50.00' },
  ]
  // Each date is tried once: no later hour brings a new card, or the flag.
  expect(await historyOf(ada, toCard)).toMatchObject(reasonIn(messages.cardInvalid))
  expect(await historyOf(ada, toWallet)).toMatchObject(reasonIn(messages.cryptoOff))
  expect(await heldOf(ada)).toHaveLength(2)
  await t.told()
  const told = (await t.ask(notifications, {} as never, await t.signInAgain(ada))).data
  expect(JSON.stringify(told)).toContain(messages.cardInvalid)
})

test('a code for a standing order to a card is good for that card, not for one that ends alike', async () => {
  const ada = await t.customer({ pin: '4821', balance: '1000.00' })
  const schedule = { every: 'monthly', firstOn: today(), until: null, times: null } as const
  const number = '4242424242424242'
  const { card_name, card_expiry } = card({})
  const payee = payeeOf({ card_name, card_number: number, card_expiry })
  const to = standingPayee(schedule, { above: false, payee })
  const named = { pin: '4821', source_account: ada.account.publicId, amount: '50.00', to }
  const asked = await t.ask(requestOtpByForm, { ...named, card_number: number }, ada.token)
  expect(asked.http).toBe(200)
  const [mail] = await t.mailTo(ada.email)
  expect(mail?.text).toContain(
    `$50.00 to the card that ends with 4242, every month from ${today()}`,
  )
  const otp = codeIn(mail)
  const other = card({ card_number: '4000020000004242', otp })
  expect(await place(ada, other)).toMatchObject({ code: 'otp_wrong' })
  expect((await place(ada, card({ otp }))).http).toBe(200)
})
