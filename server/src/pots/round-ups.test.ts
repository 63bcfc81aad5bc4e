import {
  createAccount,
  roundUpPot,
  transferExternal,
  transferLocal,
  transferOwn,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { authorise, capture } from '#card-controls/payments.ts'
import { balance } from '#ledger/ledger.ts'
import { roundUpDue } from '#notifications/outbox.ts'
import { potOwner } from '#testing/pot-owner.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { sandbox } from '#transfers/rails.ts'
import { settleDue } from '#transfers/settle-due.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(async () => {
  expect(await t.findings()).toEqual([])
  await t.stop()
})
const { make, move, list } = potOwner(t)
const bob = await t.customer()
const moneyOf = ({ account }: TestCustomer) => balance(db.sql, { accountId: account.id })

/** Somebody whose payments are rounded up. */
async function gatherer(amount = '100.00', on = true) {
  const who = await t.customer({ pin: '4821', balance: amount, flags: { UseOtp: false } })
  const { data } = await make(who)
  const { Id: pot } = data as { Id: string }
  if (on) await gather(who, pot)
  return { ...who, pot }
}

const gather = (who: TestCustomer, id: string, on = true) =>
  t.ask(roundUpPot, { id, on }, who.token)

const pay = async (who: TestCustomer, amount: string) => {
  const order = { source_account: who.account.publicId, amount, pin: '4821' }
  const payee = { acc_number: bob.account.number, acc_name: bob.name }
  const answer = await t.ask(transferLocal, { ...order, ...payee }, who.token)
  await t.bank.background.settled()
  return answer
}

const movesOf = async (who: TestCustomer) =>
  (await list(who)).flatMap(({ Moves }) => Moves.map(({ Amount, Kind }) => [Amount, Kind]))

test('a transfer is rounded up to the next whole unit, once', async () => {
  const ada = await gatherer()
  await pay(ada, '7.25')
  expect(await movesOf(ada)).toEqual([[75n, 'round-up']])
  expect(await moneyOf(ada)).toEqual({
    ...{ balanceMinor: 92_75n, heldMinor: 75n, availableMinor: 92_00n },
  })
  // Noted once more, as after a death between what was told and what was moved.
  await db.sql`
    insert into round_ups_due(account_id, line)
    select account_id, line from transactions
    where account_id = ${ada.account.id} and type = 'debit'`
  expect(await roundUpDue(t.bank)).toBe(1)
  const second = await make(ada, { name: 'Second' })
  await gather(ada, (second.data as { Id: string }).Id)
  await db.sql`
    insert into round_ups_due(account_id, line)
    select account_id, line from transactions
    where account_id = ${ada.account.id} and type = 'debit'`
  expect(await roundUpDue(t.bank)).toBe(1)
  expect(await movesOf(ada)).toEqual([[75n, 'round-up']])
  expect((await list(ada)).map(({ RoundUps }) => RoundUps)).toEqual([false, true])
})

test('whole amounts, moves between own accounts and what is not available stay as they are', async () => {
  const ada = await gatherer('20.00')
  await pay(ada, '5.00')
  const fields = { accountName: 'Savings', accountType: 'savings', currency: 'usd' }
  const { data } = await t.ask(createAccount, fields as never, ada.token)
  const own = { source_account: ada.account.publicId, amount: '1.50', pin: '4821' }
  await t.ask(
    transferOwn,
    { ...own, destination_account: (data as { Id: string }).Id } as never,
    ada.token,
  )
  await t.bank.background.settled()
  // 13.50 are left, and 0.01 more than the difference is missing.
  await move(ada, ada.pot, '0.15')
  await pay(ada, '13.21')
  expect((await movesOf(ada)).filter(([, kind]) => kind === 'round-up')).toEqual([])
  expect(await moneyOf(ada)).toMatchObject({ availableMinor: 14n })
})

test('switched off, nothing is gathered', async () => {
  const ada = await gatherer()
  await gather(ada, ada.pot, false)
  await pay(ada, '7.25')
  expect(await movesOf(ada)).toEqual([])
})

test('a card payment is rounded up when it is collected, by what was collected', async () => {
  const ada = await gatherer()
  const [card] = await db.sql<{ id: string }>`select id from cards where customer_id = ${ada.id}`
  const asked = { cardId: card?.id ?? '', merchant: 'Shop', online: false, abroad: false }
  const { id } = await db.transaction((sql) =>
    authorise(t.bank, sql, { ...asked, amountMinor: 9_99n }),
  )
  await t.told()
  expect(await movesOf(ada)).toEqual([])
  await db.transaction((sql) => capture(t.bank, sql, { id, amountMinor: 9_40n }))
  await t.told()
  expect(await movesOf(ada)).toEqual([[60n, 'round-up']])
})

test('what leaves the bank is rounded up when it is settled', async () => {
  const ada = await gatherer()
  const order = { source_account: ada.account.publicId, amount: '3.30', pin: '4821' }
  const payee = { acc_number: '123456789', acc_name: 'P R', bank: 'Chase' }
  await t.ask(transferExternal, { ...order, ...payee } as never, ada.token)
  await t.bank.background.settled()
  expect(await movesOf(ada)).toEqual([])
  t.clock.advance(3_600_000)
  await settleDue(t.bank, sandbox)
  await t.told()
  const who = { ...ada, token: await t.signInAgain(ada) }
  expect(await movesOf(who)).toEqual([[70n, 'round-up']])
})
