import {
  changePot,
  closePot,
  initUser,
  limits,
  messages,
  movePot,
  roundUpPot,
} from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '#cli/commands.ts'
import { internalAccount } from '#ledger/chart.ts'
import { balance, closeAccount, pend, settle } from '#ledger/ledger.ts'
import { potOwner } from '#testing/pot-owner.ts'
import { refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(async () => {
  expect(await t.findings()).toEqual([])
  await t.stop()
})
const { make, move, filled, list } = potOwner(t)

const moneyOf = ({ account }: TestCustomer) => balance(db.sql, { accountId: account.id })

async function shownOf({ token }: TestCustomer) {
  const { data } = await t.ask(initUser, {}, token)
  const { accounts = [] } = initUser.response.parse(data)
  return accounts.map(({ account }) => [account.CurrentBalance, account.AvailableBalance])
}

test('what is in a pot stays on the account and is not available', async () => {
  const ada = await t.customer({ balance: '500.00' })
  const made = await make(ada, { goal: '1,200.00', date: '2090-06-01' })
  expect(made).toMatchObject({
    http: 200,
    data: { Name: 'Holiday', Balance: '0.00', Goal: '1200.00', Date: '2090-06-01', Percent: 0 },
  })
  const { Id } = made.data as { Id: string }
  expect(await move(ada, Id, '120.00')).toMatchObject({
    http: 200,
    data: { Balance: '120.00', Percent: 10, Account: { AvailableBalance: '380.00' } },
  })
  expect(await shownOf(ada)).toEqual([[500_00n, 380_00n]])
  expect(await move(ada, Id, '-20.00')).toMatchObject({ data: { Balance: '100.00' } })
  expect(await shownOf(ada)).toEqual([[500_00n, 400_00n]])
  const [pot] = await list(ada)
  expect(pot?.Moves.map(({ Amount, Kind }) => [Amount, Kind])).toEqual([
    [-20_00n, 'customer'],
    [120_00n, 'customer'],
  ])
  const lines = await db.sql`select from transactions where account_id = ${ada.account.id}`
  expect(lines.length).toBe(1)
})

test('what was made and moved is answered again where the hour has no attempt left', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const made = await make(ada, {}, 'make')
  const { Id } = made.data as { Id: string }
  expect(await move(ada, Id, '5.00', 'move')).toMatchObject({ http: 200 })
  await db.sql`
    update attempts set count = 1200
    where bucket in (${`pot:hour:${ada.id}`}, ${`pot:moves:${ada.id}`})`
  expect(await make(ada, {}, 'make')).toMatchObject({ http: 200, data: { Id } })
  expect(await move(ada, Id, '5.00', 'move')).toMatchObject({ http: 200 })
  expect(await make(ada, {}, 'another')).toMatchObject({ http: 429 })
  expect(await move(ada, Id, '5.00', 'another')).toMatchObject({ http: 429 })
  const [pot, ...others] = await list(ada)
  expect(pot?.Balance).toBe(5_00n)
  expect(others).toEqual([])
})

test('more than is available does not go in, nor out more than is in it', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const pot = await filled(ada, '60.00')
  expect(await move(ada, pot, '40.01')).toEqual(refusedWith('insufficient_funds'))
  expect(await move(ada, pot, '-60.01')).toEqual(
    refusedWith('pot_short', { message: 'There is not that much in the pot' }),
  )
  for (const amount of ['0', '0.001', '1e3', '']) {
    expect(await move(ada, pot, amount)).toMatchObject({
      http: 422,
      message: 'Enter a valid amount',
    })
  }
  expect(await move(ada, pot, '40.00')).toMatchObject({ http: 200 })
  expect(await moneyOf(ada)).toMatchObject({ balanceMinor: 100_00n, availableMinor: 0n })
})

test('one key moves once, whatever it is sent with again', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const pot = await filled(ada, '10.00')
  const other = await filled(ada, '1.00', { name: 'Other' })
  const first = await move(ada, pot, '5.00', 'k1')
  expect(await move(ada, pot, '5.00', 'k1')).toEqual(first)
  expect(await move(ada, pot, '6.00', 'k1')).toEqual(refusedWith('key_reused'))
  expect(await move(ada, pot, '-5.00', 'k1')).toEqual(refusedWith('key_reused'))
  expect(await move(ada, other, '5.00', 'k1')).toEqual(refusedWith('key_reused'))
  expect(await moneyOf(ada)).toMatchObject({ availableMinor: 84_00n })
  const made = await make(ada, { name: 'New car' }, 'k2')
  expect(await make(ada, { name: 'New car' }, 'k2')).toEqual(made)
  expect(await make(ada, { name: 'Old car' }, 'k2')).toEqual(refusedWith('key_reused'))
  expect((await list(ada)).length).toBe(3)
})

test('a pot is named, drawn and dated, or refused for its field', async () => {
  const ada = await t.customer({ balance: '10.00' })
  const wrong = [
    [{ name: ' ' }, 'name', 'Name the pot'],
    [{ name: 'x'.repeat(41) }, 'name', messages.tooLong],
    [{ picture: 'rocket' }, 'picture', 'Choose a picture and a colour'],
    [{ colour: '#fff' }, 'colour', 'Choose a picture and a colour'],
    [{ goal: '-1' }, 'goal', 'Enter a valid amount'],
    [{ goal: '0' }, 'goal', 'Enter a valid amount'],
    [{ date: '2030-02-30' }, 'date', messages.dateInvalid],
    [{ date: '2020-01-01' }, 'date', 'Choose a date from today on'],
  ] as const
  for (const [fields, field, message] of wrong) {
    expect(await make(ada, fields)).toMatchObject({ http: 422, field, message })
  }
  expect(await list(ada)).toEqual([])
  const { data } = await make(ada)
  const { Id: id } = data as { Id: string }
  const changed = { id, name: 'Roof', picture: 'home', colour: 'teal', goal: '50', date: '' }
  expect(await t.ask(changePot, changed as never, ada.token)).toMatchObject({
    data: { Name: 'Roof', Picture: 'home', Colour: 'teal', Goal: '50.00', Date: null },
  })
  const nowhere = { id, direction: 'sideways', amount: '1' }
  expect(await t.ask(movePot, nowhere as never, ada.token)).toMatchObject({
    http: 422,
    message: 'Choose in or out',
  })
})

test('a goal that has passed does not keep a pot from being changed', async () => {
  const ada = await t.customer()
  const day = t.clock.now().toISOString().slice(0, 10)
  const { data } = await make(ada, { goal: '10', date: day })
  const { Id: id } = data as { Id: string }
  t.clock.advance(3 * 86_400_000)
  const token = await t.signInAgain(ada)
  const form = { id, name: 'Late', picture: 'gift', colour: 'red', goal: '10', date: day }
  expect(await t.ask(changePot, form as never, token)).toMatchObject({
    http: 200,
    data: { Name: 'Late', PerMonth: null },
  })
})

test('a closed pot gives back what was in it, once, and is gone', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const pot = await filled(ada, '70.00')
  await t.ask(roundUpPot, { id: pot, on: true }, ada.token)
  expect(await t.ask(closePot, { id: pot }, ada.token)).toMatchObject({ http: 200 })
  expect(await t.ask(closePot, { id: pot }, ada.token)).toMatchObject({ http: 200 })
  expect(await moneyOf(ada)).toEqual({
    ...{ balanceMinor: 100_00n, heldMinor: 0n, availableMinor: 100_00n },
  })
  expect(await list(ada)).toEqual([])
  expect(await move(ada, pot, '1.00')).toEqual(
    refusedWith('pot_closed', { message: 'This pot is closed' }),
  )
  for (const [call, fields] of [
    [roundUpPot, { on: '1' }],
    [changePot, { name: 'x', picture: 'gift', colour: 'red' }],
  ] as const) {
    expect(await t.ask(call, { id: pot, ...fields } as never, ada.token)).toEqual(
      refusedWith('pot_closed'),
    )
  }
})

test('fifty pots, and no fifty-first', async () => {
  const ada = await t.customer()
  for (let made = 0; made < limits.potsMax; made += 1) await make(ada)
  expect(await make(ada)).toMatchObject({
    http: 422,
    code: 'list_full',
    message: 'You have 50 pots. Close one before you make another',
    data: { max: 50 },
  })
})

test('frozen, nothing goes in or out', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const pot = await filled(ada, '50.00')
  await db.sql`update customers set frozen_at = now() where id = ${ada.id}`
  expect(await move(ada, pot, '1.00')).toEqual(refusedWith('frozen'))
  expect(await move(ada, pot, '-1.00')).toEqual(refusedWith('frozen'))
  expect(await t.ask(closePot, { id: pot }, ada.token)).toEqual(refusedWith('frozen'))
  expect(await moneyOf(ada)).toMatchObject({ availableMinor: 50_00n })
})

test("another's pot is unknown, for every call that names one", async () => {
  const [ada, eve] = [
    await t.customer({ balance: '10.00' }),
    await t.customer({ balance: '10.00' }),
  ]
  const pot = await filled(ada, '5.00')
  expect(await move(eve, pot, '-5.00')).toEqual(
    refusedWith('not_yours', { message: 'This pot is not on your list' }),
  )
  expect(await move(eve, 'nothing', '1.00')).toEqual(
    refusedWith('not_yours', { message: 'This pot is not on your list' }),
  )
})

test('an account closes with its empty pots, and not with money in one', async () => {
  const ada = await t.customer({ balance: '10.00' })
  const pot = await filled(ada, '10.00')
  await expect(runCommand(t.bank, ['close-account', ada.account.number])).rejects.toThrow(
    'The account still has money in it',
  )
  await move(ada, pot, '-10.00')
  const at = t.clock.now()
  const paid = { accountId: ada.account.id, type: 'debit', amountMinor: 10_00n, line: {} } as const
  const moment = { at, day: at.toISOString().slice(0, 10) }
  const { lines } = await pend(db.sql, { ...moment, ...paid })
  const counter = await internalAccount(db.sql, 'clearing', 'usd', ada.account.id)
  const transactionId = lines[0]?.id ?? ''
  await settle(db.sql, { ...moment, transactionId, counter, kind: 'test' })
  await closeAccount(db.sql, { accountId: ada.account.id, at })
  expect(await list(ada)).toEqual([])
  const rows =
    await db.sql`select from pots where account_id = ${ada.account.id} and closed_at is null`
  expect(rows).toEqual([])
})

test('the audit sees a reserved sum that is not that of the moves', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const pot = await filled(ada, '30.00')
  await db.sql`
    update ledger_accounts set held_minor = held_minor - 1 where id = ${ada.account.id}`
  expect(await t.findings()).toEqual([expect.stringContaining('I4 held is the sum of open holds')])
  await db.sql`
    update ledger_accounts set held_minor = held_minor + 1 where id = ${ada.account.id}`
  await db.sql`update pots set balance_minor = balance_minor + 5 where public_id = ${pot}`
  const found = (await t.findings()).join()
  expect(found).toContain('I15 pot is the sum of its moves')
  expect(found).toContain('I4 held is the sum of open holds and pots')
  await db.sql`update pots set balance_minor = balance_minor - 5 where public_id = ${pot}`
  await expect(db.sql`update pot_moves set amount_minor = 1`).rejects.toThrow('append-only')
  await expect(db.sql`delete from pot_moves`).rejects.toThrow('append-only')
})
