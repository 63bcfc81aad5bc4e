import {
  type Card,
  cardFreeze,
  cardLimits,
  cardLost,
  cardPayments,
  cardThaw,
  initUser,
  notifications,
  type Sent,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { hashToken } from '#auth/secrets.ts'
import { endSessions } from '#auth/sessions.ts'
import { runCommand } from '#cli/commands.ts'
import { balance } from '#ledger/ledger.ts'
import { readPage } from '#ledger/statement-lines.ts'
import { expectPlaced } from '#testing/references.ts'
import { refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { reportCardLost } from './controls.ts'
import { authorise, capture, expireHolds, reverse } from './payments.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())

const holder = () => t.customer({ balance: '500.00' })

async function cardOf({ token }: TestCustomer): Promise<Card & { Id: string }> {
  const { data } = await t.ask(initUser, {}, token)
  const { cards } = data as { cards: (Card & { Id: string })[] }
  const [card] = cards
  if (!card) throw new Error('a customer has a card')
  return card
}

type Order = { amountMinor?: bigint; online?: boolean; abroad?: boolean; merchant?: string }

async function pay(who: TestCustomer, order: Order = {}, cardId?: string) {
  const asked = { amountMinor: 10_00n, online: false, abroad: false, merchant: 'Corner Shop' }
  const id = cardId ?? (await cardOf(who)).Id
  return db.transaction((sql) => authorise(t.bank, sql, { ...asked, ...order, cardId: id }))
}

const money = ({ account }: TestCustomer) => balance(db.sql, { accountId: account.id })

const stale = ({ id }: TestCustomer) =>
  db.sql`update sessions set fresh_until = null where customer_id = ${id}`

async function limit(who: TestCustomer, fields: Partial<Sent<typeof cardLimits>> = {}) {
  const { Id } = await cardOf(who)
  return t.ask(cardLimits, { id: Id, online: true, abroad: true, ...fields }, who.token)
}

test('a payment holds its money, and is collected, in part too, or given up', async () => {
  const ada = await holder()
  const first = await pay(ada, { amountMinor: 40_00n })
  expect(first.refused).toBeNull()
  expect(await money(ada)).toMatchObject({ balanceMinor: 500_00n, availableMinor: 460_00n })
  const collect = (id: string, amountMinor?: bigint) =>
    db.transaction((sql) => capture(t.bank, sql, { id, amountMinor }))
  await expect(collect(first.id, 40_01n)).rejects.toMatchObject({ code: 'bad_amount' })
  await collect(first.id)
  expect(await money(ada)).toMatchObject({ balanceMinor: 460_00n, availableMinor: 460_00n })
  await expect(collect(first.id)).rejects.toMatchObject({ code: 'not_pending' })
  const second = await pay(ada, { amountMinor: 60_00n, merchant: 'Petrol' })
  await collect(second.id, 35_50n)
  expect(await money(ada)).toMatchObject({ balanceMinor: 424_50n, availableMinor: 424_50n })
  const third = await pay(ada, { amountMinor: 20_00n, merchant: 'Hotel' })
  await db.transaction((sql) => reverse(t.bank, sql, { id: third.id }))
  for (const id of ['nothing', '00000000-0000-4000-8000-000000000000']) {
    await expect(db.transaction((sql) => reverse(t.bank, sql, { id }))).rejects.toThrow(
      'No card payment has this id',
    )
  }
  expect(await money(ada)).toMatchObject({ balanceMinor: 424_50n, availableMinor: 424_50n })
  const { data } = await t.ask(cardPayments, { id: (await cardOf(ada)).Id }, ada.token)
  expect(data).toMatchObject({
    List: [
      { Merchant: 'Hotel', Amount: '20.00', State: 'reversed' },
      { Merchant: 'Petrol', Amount: '35.50', State: 'captured' },
      { Merchant: 'Corner Shop', Amount: '40.00', State: 'captured', Reason: null },
    ],
  })
  // What was held and is not collected is told as that, and not as a payment that failed.
  await t.told()
  const { data: news } = await t.ask(notifications, {}, ada.token)
  const told = (news as { List: { Title: string; Body: string }[] }).List
  const account = `${ada.account.name} (${ada.account.number})`
  expect(told.map(({ Title, Body }) => `${Title}: ${Body}`)).toEqual(
    expect.arrayContaining([
      `Card hold released: $20.00 held for Hotel is free again on ${account}: Hotel cancelled it.`,
      `Card hold released: $60.00 held for Petrol is free again on ${account}: Petrol collected less.`,
      `Card payment: $35.50 at Petrol, from ${account}.`,
    ]),
  )
  await expectPlaced(db.sql, 'card_payments')
  expect(await t.findings()).toEqual([])
})

test('what nobody collects is free again after the days that are set', async () => {
  const ada = await holder()
  const { id } = await pay(ada)
  t.clock.advance((t.bank.config.cardHoldDays * 24 - 1) * 3_600_000)
  expect(await expireHolds(t.bank)).toBe(0)
  t.clock.advance(3_600_001)
  const freed = await Promise.all([expireHolds(t.bank), expireHolds(t.bank)])
  expect(freed.reduce((sum, one) => sum + one, 0)).toBe(1)
  expect(await money(ada)).toMatchObject({ availableMinor: 500_00n })
  const { lines } = await readPage(db.sql, { accountId: ada.account.id, page: 1, perPage: 1 })
  expect(lines).toMatchObject([{ state: 'failed', failureReason: 'Not collected in time' }])
  await expect(db.transaction((sql) => capture(t.bank, sql, { id }))).rejects.toMatchObject({
    code: 'not_pending',
  })
  expect(await t.findings()).toEqual([])
})

test('a frozen card pays nothing and says so at once; only a fresh session thaws it', async () => {
  const ada = await holder()
  const { Id, Number: digits } = await cardOf(ada)
  await stale(ada)
  expect(await t.ask(cardFreeze, { id: Id }, ada.token)).toMatchObject({ http: 200 })
  expect(await cardOf(ada)).toMatchObject({ State: 'frozen', Frozen: true, Cv2: '***' })
  expect(await pay(ada)).toMatchObject({ refused: 'The card is frozen' })
  expect(await money(ada)).toMatchObject({ availableMinor: 500_00n })
  const { data } = await t.ask(notifications, {}, ada.token)
  expect((data as { List: object[] }).List[0]).toMatchObject({
    Title: 'Card payment refused',
    Body: `$10.00 at Corner Shop, card ending in ${digits}: The card is frozen.`,
  })
  const { data: payments } = await t.ask(cardPayments, { id: Id }, ada.token)
  expect(payments).toMatchObject({ List: [{ State: 'refused', Reason: 'The card is frozen' }] })
  expect(await t.ask(cardThaw, { id: Id }, ada.token)).toEqual(refusedWith('reauth_required'))
  expect(await pay(ada)).toMatchObject({ refused: 'The card is frozen' })
  const fresh = { ...ada, token: await t.signInAgain(ada) }
  expect(await t.ask(cardThaw, { id: Id }, fresh.token)).toMatchObject({ http: 200 })
  expect(await pay(ada)).toMatchObject({ refused: null })
})

test('limits and channels hold, a hundred at once included; only lowering needs no proof', async () => {
  const ada = await holder()
  await stale(ada)
  expect(await limit(ada, { per_day: '50.00', per_payment: '20.00', online: false })).toMatchObject(
    { http: 200 },
  )
  expect(await pay(ada, { amountMinor: 20_01n })).toMatchObject({
    refused: 'It is above the limit of a payment',
  })
  expect(await pay(ada, { online: true })).toMatchObject({
    refused: 'Payments online are switched off',
  })
  const tries = await Promise.all(Array.from({ length: 30 }, () => pay(ada)))
  expect(tries.filter(({ refused }) => refused === null)).toHaveLength(5)
  expect(tries.filter(({ refused }) => refused === 'It is above the limit of a day')).toHaveLength(
    25,
  )
  expect(await money(ada)).toMatchObject({ availableMinor: 450_00n })
  for (const more of [
    { per_day: '50.01', per_payment: '20.00', online: false },
    { per_payment: '20.00', online: false },
    { per_day: '50.00', per_payment: '20.00', online: true },
  ]) {
    expect(await limit(ada, more)).toEqual(refusedWith('reauth_required'))
  }
  expect(
    await limit(ada, { per_day: '40.00', per_payment: '20.00', online: false, abroad: false }),
  ).toMatchObject({ http: 200 })
  expect(await pay(ada, { abroad: true })).toMatchObject({
    refused: 'Payments abroad are switched off',
  })
  expect(await cardOf(ada)).toMatchObject({ PerDay: '40.00', Online: false, Abroad: false })
  expect(await t.findings()).toEqual([])
})

test('a lost card never pays again; another with its limits takes its place', async () => {
  const ada = await holder()
  await limit(ada, { per_day: '30.00', abroad: false })
  const old = await cardOf(ada)
  await pay(ada, { merchant: 'Before' })
  expect(await t.ask(cardLost, { id: old.Id }, ada.token)).toMatchObject({ http: 200 })
  const card = await cardOf(ada)
  expect(card.Id).not.toBe(old.Id)
  expect(card.Number).not.toBe(old.Number)
  expect(card).toMatchObject({ State: 'active', PerDay: '30.00', Abroad: false })
  expect(await pay(ada, {}, old.Id)).toMatchObject({ refused: 'The card was reported lost' })
  expect(await pay(ada)).toMatchObject({ refused: null })
  for (const call of [cardFreeze, cardThaw, cardLost]) {
    expect(await t.ask(call, { id: old.Id }, ada.token)).toEqual(
      refusedWith('card_is_lost', { message: 'This card was reported lost' }),
    )
  }
  const { data } = await t.ask(cardPayments, { id: card.Id }, ada.token)
  expect((data as { List: { Merchant: string }[] }).List).toHaveLength(3)
  const eve = await holder()
  expect(await t.ask(cardLost, { id: card.Id }, eve.token)).toEqual(
    refusedWith('not_yours', { message: 'This card is not available to you', field: 'id' }),
  )
})

test('a frozen card that is reported lost comes back frozen, unless the session is fresh', async () => {
  const ada = await holder()
  const freezeIt = async () => t.ask(cardFreeze, { id: (await cardOf(ada)).Id }, ada.token)
  const loseIt = async () => t.ask(cardLost, { id: (await cardOf(ada)).Id }, ada.token)
  await freezeIt()
  expect(await loseIt()).toMatchObject({ http: 200 })
  expect(await cardOf(ada)).toMatchObject({ State: 'active' })
  await stale(ada)
  expect(await loseIt()).toMatchObject({ http: 200 })
  expect(await cardOf(ada)).toMatchObject({ State: 'active' })
  await freezeIt()
  expect(await loseIt()).toMatchObject({ http: 200 })
  expect(await cardOf(ada)).toMatchObject({ State: 'frozen' })
  expect(await pay(ada)).toMatchObject({ refused: 'The card is frozen' })
  expect(await t.ask(cardThaw, { id: (await cardOf(ada)).Id }, ada.token)).toMatchObject({
    code: 'reauth_required',
  })
})

test('so does one whose session was ended while the request was held back', async () => {
  const ada = await holder()
  const { Id } = await cardOf(ada)
  const before = {
    ...{ id: ada.id, username: ada.username, sessionId: '', tokenHash: hashToken(ada.token) },
    freshUntil: new Date(t.clock.now().getTime() + 60_000),
  }
  await t.ask(cardFreeze, { id: Id }, ada.token)
  await endSessions(db.sql, ada.id)
  const caller = { device: null, program: 'A browser', address: '127.0.0.1' }
  await reportCardLost(t.bank, { customer: before as never, caller: caller as never }, Id)
  const cards = await db.sql`
    select state from cards where customer_id = ${ada.id} order by state`
  expect(cards).toEqual([{ state: 'frozen' }, { state: 'lost' }])
})

test('what lost cards have paid that day counts towards the limit of the new one', async () => {
  const ada = await holder()
  await limit(ada, { per_day: '30.00' })
  for (let lost = 0; lost < 2; lost += 1) {
    expect(await pay(ada)).toMatchObject({ refused: null })
    await t.ask(cardLost, { id: (await cardOf(ada)).Id }, ada.token)
  }
  expect(await pay(ada, { amountMinor: 10_01n })).toMatchObject({
    refused: expect.stringMatching(/day/),
  })
  expect(await pay(ada)).toMatchObject({ refused: null })
  t.clock.advance(24 * 3_600_000)
  expect(await pay(ada, { amountMinor: 30_00n }, await cardIdOf(ada))).toMatchObject({
    refused: null,
  })
})

const cardIdOf = async ({ id }: TestCustomer) => {
  const [card] = await db.sql<{ id: string }>`
    select id from cards where customer_id = ${id} and state <> 'lost'`
  return card?.id ?? ''
}

test('too little money, a frozen customer and an expired card refuse too', async () => {
  const ada = await holder()
  expect(await pay(ada, { amountMinor: 500_01n })).toMatchObject({ refused: 'Insufficient funds' })
  await db.sql`update customers set frozen_at = now() where id = ${ada.id}`
  expect(await pay(ada)).toMatchObject({ refused: 'Everything is frozen or stopped' })
  await db.sql`update customers set frozen_at = null where id = ${ada.id}`
  await db.sql`update cards set expiry_year = 2020 where customer_id = ${ada.id}`
  expect(await pay(ada)).toMatchObject({ refused: 'The card has expired' })
})

test('the operator plays a merchant', async () => {
  const ada = await holder()
  const { Id } = await cardOf(ada)
  const said = await runCommand(t.bank, ['card-pay', Id, '12.50', 'Corner', 'Shop', '--online'])
  expect(said).toMatch(/^12\.50 has been paid to Corner Shop: /)
  expect(await money(ada)).toMatchObject({ balanceMinor: 487_50n })
  const held = await runCommand(t.bank, ['card-pay', Id, '100.00', 'Hotel', '--hold'])
  const payment = /: ([0-9a-f-]+)$/.exec(held)?.[1] ?? ''
  await runCommand(t.bank, ['card-capture', payment, '80.00'])
  expect(await money(ada)).toMatchObject({ balanceMinor: 407_50n, availableMinor: 407_50n })
  const again = await runCommand(t.bank, ['card-pay', Id, '10.00', 'Hotel', '--hold'])
  await runCommand(t.bank, ['card-reverse', /: ([0-9a-f-]+)$/.exec(again)?.[1] ?? ''])
  await t.ask(cardFreeze, { id: Id }, ada.token)
  // A script must not take it for paid; what its holder is told of it stays.
  await expect(runCommand(t.bank, ['card-pay', Id, '1.00', 'Kiosk'])).rejects.toThrow(
    /^Refused: The card is frozen$/,
  )
  const logged =
    await db.sql`select outcome from operator_log where command like 'card-pay % Kiosk'`
  expect(logged).toEqual([{ outcome: 'Refused: The card is frozen' }])
  const { data } = await t.ask(cardPayments, { id: Id }, ada.token)
  expect(JSON.stringify(data)).toContain('The card is frozen')
  expect(await t.findings()).toEqual([])
})
