import { transferLocal, undoTransfer } from '@passbook/contract'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Customer } from '#auth/customers.ts'
import { bankClock } from '#kernel/clock.ts'
import type { Failure } from '#kernel/failure.ts'
import { balance } from '#ledger/ledger.ts'
import { dyingAt } from '#testing/dying-db.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { sandbox } from './rails.ts'
import { settleDue } from './settle-due.ts'
import { callBack } from './undo.ts'

// Calling back and paying at the same moment, by two processes whose clocks do not agree: for one the
// undo time still runs, for the other it is over.
const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())
afterEach(async () => {
  expect(await t.findings()).toEqual([])
})

const pin = '4821'
const payer = () => t.customer({ pin, balance: '1000.00', flags: { UseOtp: false } })
const ahead = {
  ...t.bank,
  clock: bankClock({ now: () => new Date(t.clock.now().getTime() + 60_000) }),
}

/** Orders a transfer that waits, whomever the customer has paid so far. */
async function waiting(from: TestCustomer, to: TestCustomer): Promise<string> {
  await db.sql`delete from paid_payees`
  const placed = await t.ask(
    transferLocal,
    {
      source_account: from.account.publicId,
      amount: '1.00',
      acc_number: to.account.number,
      acc_name: to.name,
      pin,
      undo_seconds: '60',
    },
    from.token,
  )
  return (placed.data as { transaction: { Id: string } }).transaction.Id
}
const signedIn = ({ id, username, email }: TestCustomer): Customer => ({
  id,
  username,
  email,
  firstName: 'Ada',
  lastName: 'Okafor',
  blocked: false,
  useOtp: false,
  pendingTransfer: false,
  cryptoPayment: false,
})
const undo = ({ token }: TestCustomer, id: string) => t.ask(undoTransfer, { id }, token)
const moneyOf = async ({ account }: TestCustomer) => {
  const { balanceMinor, availableMinor } = await balance(db.sql, { accountId: account.id })
  return [balanceMinor, availableMinor]
}
const stateOf = async (id: string) => {
  const [line] = await db.sql<{ state: string }>`select state from transactions where id = ${id}`
  return line?.state
}
const sentToday = async ({ id }: TestCustomer) => {
  const [row] = await db.sql<{ sum: bigint }>`
    select coalesce(sum(usd_minor), 0)::int8 as sum from transfer_days where customer_id = ${id}`
  return row?.sum
}

/** Pays what is due, so many queries later, so that each of the two is first at times. */
async function settleAfter(queries: number): Promise<void> {
  for (let asked = 0; asked < queries; asked += 1) await db.sql`select 1`
  await settleDue(ahead, sandbox)
}

// shows D155
test('called back and paid at once, 50 times: exactly one of the two, and both say so', async () => {
  const [ada, bea] = [await payer(), await t.customer()]
  let [returned, paid] = [0n, 0n]
  for (let round = 0; round < 50; round += 1) {
    const id = await waiting(ada, bea)
    const [back] = await Promise.all([
      callBack(t.bank, signedIn(ada), id).then(
        () => true,
        ({ code }: Failure) => code !== 'not_pending',
      ),
      settleAfter(round % 8),
    ])
    expect(await stateOf(id)).toBe(back ? 'failed' : 'completed')
    if (back) returned += 1n
    else paid += 1n
    expect(await moneyOf(bea)).toEqual([paid * 1_00n, paid * 1_00n])
    expect(await moneyOf(ada)).toEqual([1000_00n - paid * 1_00n, 1000_00n - paid * 1_00n])
    expect(await sentToday(ada)).toBe(paid * 1_00n)
  }
  // A race that one side always wins would show nothing.
  expect([returned > 0n, paid > 0n]).toEqual([true, true])
})

test('a hundred calls to take one back: one effect, and the day’s limit is given back once', async () => {
  const [ada, bea] = [await payer(), await t.customer()]
  const [kept, id] = [await waiting(ada, bea), await waiting(ada, bea)]
  const answers = await Promise.all(Array.from({ length: 100 }, () => undo(ada, id)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ http: 200, data: { transaction: { State: 'failed' } } })
  expect(await moneyOf(ada)).toEqual([1000_00n, 999_00n])
  expect(await sentToday(ada)).toBe(1_00n)
  expect(await stateOf(kept)).toBe('pending')
})

test('a hundred that wait, half of them called back while all are paid', async () => {
  const [ada, bea] = [await payer(), await t.customer()]
  const ids: string[] = []
  for (let count = 0; count < 100; count += 1) ids.push(await waiting(ada, bea))
  const [answers] = await Promise.all([
    Promise.all(ids.filter((_, nth) => nth % 2 === 0).map((id) => undo(ada, id))),
    settleDue(ahead, sandbox),
    settleDue(ahead, sandbox),
  ])
  const returned = BigInt(answers.filter(({ http }) => http === 200).length)
  expect(answers.every(({ http }) => http === 200 || http === 409)).toBe(true)
  const paid = 100n - returned
  expect(await moneyOf(bea)).toEqual([paid * 1_00n, paid * 1_00n])
  expect(await moneyOf(ada)).toEqual([1000_00n - paid * 1_00n, 1000_00n - paid * 1_00n])
  expect(await sentToday(ada)).toBe(paid * 1_00n)
})

test('wherever the process dies that calls back, it is paid once or returned once', async () => {
  const [ada, bea] = [await payer(), await t.customer()]
  const outcomes = new Set<string | undefined>()
  let paid = 0n
  for (let [step, ended] = [1, false]; !ended; step += 1) {
    const id = await waiting(ada, bea)
    const dying = { ...t.bank, db: dyingAt(db, step) }
    ended = await callBack(dying, signedIn(ada), id).then(
      () => true,
      () => false,
    )
    await settleDue(ahead, sandbox)
    const state = await stateOf(id)
    outcomes.add(state)
    if (state === 'completed') paid += 1n
    expect(await moneyOf(bea)).toEqual([paid * 1_00n, paid * 1_00n])
    expect(await moneyOf(ada)).toEqual([1000_00n - paid * 1_00n, 1000_00n - paid * 1_00n])
    expect(await sentToday(ada)).toBe(paid * 1_00n)
  }
  expect(outcomes).toEqual(new Set(['completed', 'failed']))
})
