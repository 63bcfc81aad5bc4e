import { closePot, transferLocal } from '@passbook/contract'
import { afterEach, expect, test } from 'vitest'
import { balance } from '#ledger/ledger.ts'
import { potOwner } from '#testing/pot-owner.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const t = await testBank(db)
const { make, move, filled, list } = potOwner(t)
const bob = await t.customer()

afterEach(async () => {
  expect(await t.findings()).toEqual([])
})

const many = <T>(count: number, each: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => each(index)))
const went = (answers: { http: number }[]) => answers.filter(({ http }) => http === 200).length
const moneyOf = ({ account }: TestCustomer) => balance(db.sql, { accountId: account.id })
const payer = (amount: string) =>
  t.customer({ pin: '4821', balance: amount, flags: { UseOtp: false } })

const payAll = (who: TestCustomer, amount: string) => {
  const order = { source_account: who.account.publicId, amount, pin: '4821' }
  const payee = { acc_number: bob.account.number, acc_name: bob.name }
  return t.ask(transferLocal, { ...order, ...payee }, who.token)
}

test('100 moves of 10 out of 100 at once: exactly 10 go through', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const pot = await filled(ada, '100.00')
  const answers = await many(100, () => move(ada, pot, '-10.00'))
  expect(went(answers)).toBe(10)
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, 'pot_short']))
  expect(await moneyOf(ada)).toMatchObject({ availableMinor: 100_00n, heldMinor: 0n })
})

test('50 sendings of one move with one key: one effect', async () => {
  const ada = await t.customer({ balance: '100.00' })
  const pot = await filled(ada, '1.00')
  const answers = await many(50, () => move(ada, pot, '3.00', 'the-same'))
  expect(went(answers)).toBe(50)
  expect((await list(ada))[0]?.Balance).toBe(4_00n)
})

test('a pot and a transfer that both want the whole balance: one gets it', async () => {
  for (let round = 0; round < 10; round += 1) {
    const ada = await payer('50.00')
    const { data } = await make(ada)
    const { Id } = data as { Id: string }
    const [moved, paid] = await Promise.all([move(ada, Id, '50.00'), payAll(ada, '50.00')])
    expect([moved.http, paid.http].sort()).toEqual([200, 422])
    const { balanceMinor, availableMinor } = await moneyOf(ada)
    expect(availableMinor).toBe(0n)
    expect(balanceMinor).toBe(moved.http === 200 ? 50_00n : 0n)
  }
})

test('moves, transfers and the closing at once: what is left adds up', async () => {
  const ada = await payer('100.00')
  const pot = await filled(ada, '50.00')
  const [moves, payments] = await Promise.all([
    many(20, (index) => move(ada, pot, index % 2 ? '7.00' : '-9.00')),
    many(20, () => payAll(ada, '6.00')),
    t.ask(closePot, { id: pot }, ada.token),
  ])
  expect(moves.every(({ http }) => http === 200 || http === 422 || http === 409)).toBe(true)
  expect(await list(ada)).toEqual([])
  const { balanceMinor, heldMinor } = await moneyOf(ada)
  expect(balanceMinor).toBe(100_00n - 6_00n * BigInt(went(payments)))
  expect(heldMinor).toBe(0n)
})

test('of 60 made at once, 50 are', async () => {
  const ada = await t.customer()
  expect(went(await many(60, () => make(ada)))).toBe(50)
})
