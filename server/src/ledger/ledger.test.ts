import { expect, test } from 'vitest'
import { testDb } from '#testing/test-db.ts'
import { audit } from './audit.ts'
import { houseBalances, internalAccount } from './chart.ts'
import { exchangeLegs, positionsOf } from './exchange.ts'
import * as ledger from './ledger.ts'
import { sliceOf } from './slice.ts'
import { byId, readPage } from './statement-lines.ts'

const db = await testDb()
const { sql } = db
const moment = { at: new Date('2024-03-05T12:00:00Z'), day: '2024-03-05' }
const vault = await internalAccount(sql, 'equity', 'usd', 0n)
const clearing = await internalAccount(sql, 'clearing', 'usd', 0n)
let owners = 0n
let keys = 0

async function holder(amountMinor = 0n, currency: 'usd' | 'eur' = 'usd') {
  owners += 1n
  const { id } = await ledger.openAccount(sql, { ownerId: owners, currency, at: moment.at })
  const from = await internalAccount(sql, 'equity', currency, 0n)
  if (amountMinor > 0n) {
    await ledger.move(sql, { kind: 'fund', from, to: id, amountMinor, toLine: {}, ...moment })
  }
  return { id, ownerId: owners, currency }
}

type Holder = Awaited<ReturnType<typeof holder>>

function newKey(ownerId: bigint): ledger.Once {
  keys += 1
  return { ownerId, onceKey: `key ${keys}`, fingerprint: 'order' }
}

function pay(from: Holder, to: Holder, amountMinor: bigint, once = newKey(from.ownerId)) {
  return ledger.move(sql, {
    ...{
      once,
      kind: 'transfer.local',
      from: from.id,
      to: to.id,
      ownerId: from.ownerId,
      amountMinor,
    },
    ...{ fromLine: { name: 'To' }, toLine: { name: 'From' }, ...moment },
  })
}

async function money({ id }: Holder) {
  const { balanceMinor, availableMinor } = await ledger.balance(sql, { accountId: id })
  return { balanceMinor, availableMinor }
}

async function linesOf({ id }: Holder) {
  return (await readPage(sql, { accountId: id, page: 1, perPage: 50 })).lines
}

test('a transfer moves the money and writes a line on both statements', async () => {
  const [ada, bob] = [await holder(5_00n), await holder()]
  const { lines } = await pay(ada, bob, 1_20n)
  expect(lines).toMatchObject([
    { accountId: ada.id, balanceMinor: 3_80n, availableMinor: 3_80n },
    { accountId: bob.id, balanceMinor: 1_20n, availableMinor: 1_20n },
  ])
  expect((await linesOf(ada))[0]).toMatchObject({
    ...{ id: lines[0]?.id, type: 'debit', amountMinor: 1_20n, state: 'completed', name: 'To' },
    ...{ day: '2024-03-05', purpose: 'others', createdAt: moment.at, swift: '', same: false },
  })
  expect(await linesOf(bob)).toMatchObject([{ type: 'credit', amountMinor: 1_20n, name: 'From' }])
})

test('a transfer larger than the balance leaves no trace and does not use up its key', async () => {
  const [ada, bob] = [await holder(5_00n), await holder()]
  const once = newKey(ada.ownerId)
  await expect(pay(ada, bob, 5_01n, once)).rejects.toMatchObject({
    code: 'insufficient_funds',
    message: 'Insufficient funds',
  })
  expect(await linesOf(bob)).toEqual([])
  expect(await ledger.replayOf(sql, once)).toBeNull()
  await pay(ada, bob, 5_00n, once)
  expect(await money(ada)).toEqual({ balanceMinor: 0n, availableMinor: 0n })
})

test('a key answers its first answer for ever and refuses another order', async () => {
  const [ada, bob] = [await holder(5_00n), await holder()]
  const once = newKey(ada.ownerId)
  const first = await pay(ada, bob, 1_00n, once)
  await pay(ada, bob, 1_00n)
  expect(await pay(ada, bob, 1_00n, once)).toEqual({ ...first, replayed: true })
  expect(await ledger.replayOf(sql, once)).toEqual({ ...first, replayed: true })
  const other = { ...once, fingerprint: 'another order' }
  await expect(pay(ada, bob, 2_00n, other)).rejects.toMatchObject({ code: 'key_reused' })
  await expect(ledger.replayOf(sql, other)).rejects.toMatchObject({ code: 'key_reused' })
  expect(await money(ada)).toMatchObject({ balanceMinor: 3_00n })
})

test('two customers may use the same key', async () => {
  const [ada, bob] = [await holder(5_00n), await holder(5_00n)]
  const once = newKey(ada.ownerId)
  await pay(ada, bob, 1_00n, once)
  const answer = await pay(bob, ada, 2_00n, { ...once, ownerId: bob.ownerId })
  expect(answer.replayed).toBe(false)
})

test('what cannot be posted is refused with its reason', async () => {
  const [ada, bob, eve] = [await holder(5_00n), await holder(), await holder(0n, 'eur')]
  const gone = { ...bob, id: 10n ** 15n }
  const refusals: [() => Promise<unknown>, string][] = [
    [() => pay(ada, bob, 0n), 'bad_amount'],
    [() => pay(ada, bob, -1n), 'bad_amount'],
    [() => pay(ada, bob, 10n ** 14n + 1n), 'bad_amount'],
    [() => pay(ada, ada, 1n), 'bad_amount'],
    [() => pay(ada, gone, 1n), 'unknown_account'],
    [() => pay({ ...ada, ownerId: bob.ownerId }, bob, 1n), 'not_yours'],
    [() => pay({ ...ada, id: gone.id }, bob, 1n), 'not_yours'],
    [() => pay(ada, eve, 1n), 'currency_mismatch'],
  ]
  for (const [order, code] of refusals) await expect(order()).rejects.toMatchObject({ code })
  expect(await money(ada)).toMatchObject({ balanceMinor: 5_00n })
})

test('legs that do not sum to zero are refused', async () => {
  const ada = await holder(5_00n)
  const legs = [
    { accountId: ada.id, amountMinor: -2n, line: {} },
    { accountId: vault, amountMinor: 1n },
  ]
  const order = ledger.post(sql, { kind: 'wrong', legs, ...moment })
  await expect(order).rejects.toMatchObject({ code: 'bad_amount' })
})

test('a customer’s account is never posted to without a statement line', async () => {
  const ada = await holder(5_00n)
  const order = { kind: 'quiet', from: ada.id, to: vault, amountMinor: 1n, ...moment }
  await expect(ledger.move(sql, order)).rejects.toThrow('needs a statement line')
})

// shows D34
test('a pending debit lowers what is available, settling lowers the balance', async () => {
  const ada = await holder(5_00n)
  const { lines } = await ledger.pend(sql, {
    ...{ accountId: ada.id, ownerId: ada.ownerId, type: 'debit', amountMinor: 2_00n, line: {} },
    ...moment,
  })
  const transactionId = lines[0]?.id ?? ''
  expect(await money(ada)).toEqual({ balanceMinor: 5_00n, availableMinor: 3_00n })
  await expect(pay(ada, await holder(), 3_01n)).rejects.toMatchObject({
    code: 'insufficient_funds',
  })
  const settlement = { transactionId, counter: clearing, kind: 'wire', ...moment }
  const { entryId } = await ledger.settle(sql, settlement)
  expect(await money(ada)).toEqual({ balanceMinor: 3_00n, availableMinor: 3_00n })
  expect(await byId(sql, transactionId)).toMatchObject({ state: 'completed', entryId })
  await expect(ledger.settle(sql, settlement)).rejects.toMatchObject({ code: 'not_pending' })
  const failing = ledger.fail(sql, { transactionId, reason: 'late', at: moment.at })
  await expect(failing).rejects.toMatchObject({ code: 'not_pending' })
})

test('a failed debit gives back what it held', async () => {
  const ada = await holder(5_00n)
  const { lines } = await ledger.pend(sql, {
    ...{ accountId: ada.id, type: 'debit', amountMinor: 5_00n, line: {}, ...moment },
  })
  const transactionId = lines[0]?.id ?? ''
  await ledger.fail(sql, { transactionId, reason: 'The other bank refused', at: moment.at })
  expect(await money(ada)).toEqual({ balanceMinor: 5_00n, availableMinor: 5_00n })
  expect(await byId(sql, transactionId)).toMatchObject({
    ...{ state: 'failed', failureReason: 'The other bank refused', entryId: null },
  })
})

test('a pending credit reserves nothing until it is settled', async () => {
  const ada = await holder()
  const loans = await internalAccount(sql, 'loans', 'usd', 0n)
  const { lines } = await ledger.pend(sql, {
    ...{ accountId: ada.id, type: 'credit', amountMinor: 9_00n, line: { purpose: 'loan' } },
    ...moment,
  })
  expect(await money(ada)).toEqual({ balanceMinor: 0n, availableMinor: 0n })
  await ledger.settle(sql, {
    ...{ transactionId: lines[0]?.id ?? '', counter: loans, kind: 'loan', ...moment },
  })
  expect(await money(ada)).toEqual({ balanceMinor: 9_00n, availableMinor: 9_00n })
})

test('a settlement may write the other party’s line too', async () => {
  const [ada, bob] = [await holder(5_00n), await holder()]
  const { lines } = await ledger.pend(sql, {
    ...{ accountId: ada.id, type: 'debit', amountMinor: 2_00n, line: {}, ...moment },
  })
  await ledger.settle(sql, {
    ...{ transactionId: lines[0]?.id ?? '', counter: bob.id, counterLine: { name: 'Ada' } },
    ...{ kind: 'transfer.local', ...moment },
  })
  expect(await linesOf(bob)).toMatchObject([{ type: 'credit', amountMinor: 2_00n, name: 'Ada' }])
})

// shows D54
test('an exchange goes through the bank’s position in both currencies', async () => {
  const [ada, eve] = [await holder(5_00n), await holder(0n, 'eur')]
  const line = { ownAccount: true }
  const from = { accountId: ada.id, currency: 'usd', ownerId: ada.ownerId, line } as const
  const to = { accountId: eve.id, currency: 'eur', line } as const
  const positions = await positionsOf(sql, from, to)
  const legs = exchangeLegs(from, to, { amountMinor: 2_00n, positions })
  await ledger.post(sql, { kind: 'exchange', legs, ...moment })
  expect(await money(ada)).toMatchObject({ balanceMinor: 3_00n })
  expect(await money(eve)).toMatchObject({ balanceMinor: 1_84n })
  const house = await houseBalances(sql)
  expect(house).toContainEqual({ name: 'fx', currency: 'usd', balanceMinor: 2_00n })
  expect(house).toContainEqual({ name: 'fx', currency: 'eur', balanceMinor: -1_84n })
})

// shows D107
test('an entry is reversed once, with lines that name the first ones', async () => {
  const [ada, bob] = [await holder(5_00n), await holder()]
  const first = await pay(ada, bob, 2_00n)
  const order = { entryId: first.entryId ?? 0n, kind: 'reversal', memo: 'Sent in error', ...moment }
  const second = await ledger.reverse(sql, order)
  expect(await money(ada)).toMatchObject({ balanceMinor: 5_00n })
  expect((await linesOf(bob))[0]).toMatchObject({
    ...{ type: 'debit', amountMinor: 2_00n, description: 'Sent in error' },
    reference: first.lines[1]?.id,
  })
  await expect(ledger.reverse(sql, order)).rejects.toMatchObject({ code: 'already_reversed' })
  const undo = ledger.reverse(sql, { ...order, entryId: second.entryId ?? 0n })
  await expect(undo).rejects.toMatchObject({ code: 'not_reversible' })
})

test('money that was spent cannot be taken back', async () => {
  const [ada, bob, eve] = [await holder(5_00n), await holder(), await holder()]
  const first = await pay(ada, bob, 2_00n)
  await pay(bob, eve, 1_00n)
  const order = { entryId: first.entryId ?? 0n, kind: 'reversal', memo: 'x', ...moment }
  await expect(ledger.reverse(sql, order)).rejects.toMatchObject({ code: 'insufficient_funds' })
})

test('only an empty account with nothing under way is closed, and then stays so', async () => {
  const [ada, bob] = [await holder(5_00n), await holder(1n)]
  const closing = { accountId: ada.id, ownerId: ada.ownerId, at: moment.at }
  await expect(ledger.closeAccount(sql, closing)).rejects.toMatchObject({ code: 'not_empty' })
  await pay(ada, bob, 5_00n)
  const { lines } = await ledger.pend(sql, {
    ...{ accountId: ada.id, type: 'credit', amountMinor: 1n, line: {}, ...moment },
  })
  await expect(ledger.closeAccount(sql, closing)).rejects.toMatchObject({ code: 'under_way' })
  await ledger.fail(sql, { transactionId: lines[0]?.id ?? '', reason: 'no', at: moment.at })
  await ledger.closeAccount(sql, closing)
  await expect(pay(bob, ada, 1n)).rejects.toMatchObject({ code: 'account_closed' })
})

test('a post joins the caller’s transaction and vanishes with it', async () => {
  const [ada, bob] = [await holder(5_00n), await holder()]
  const order = db.transaction(async (inner) => {
    await ledger.move(inner, {
      ...{ kind: 'x', from: ada.id, to: bob.id, amountMinor: 1n, fromLine: {}, toLine: {} },
      ...moment,
    })
    throw new Error('later step failed')
  })
  await expect(order).rejects.toThrow('later step failed')
  expect(await linesOf(bob)).toEqual([])
})

test('the books are sound after all of this', async () => {
  expect(await audit(db)).toEqual([])
})

test('a line’s id begins with the time and names the slice of its account', async () => {
  const began = Date.now()
  const { id: accountId } = await ledger.openAccount(sql, {
    ...{ ownerId: 77n, currency: 'usd', at: moment.at },
  })
  const from = { kind: 'in', from: vault, to: accountId, toLine: {}, ...moment }
  const paid = await ledger.move(sql, { ...from, amountMinor: 100n })
  await new Promise((done) => setTimeout(done, 2))
  const held = await ledger.pend(sql, {
    ...{ accountId, type: 'debit', amountMinor: 5n, line: {}, ...moment },
  })
  const noted = await ledger.noteFailed(sql, {
    ...{ accountId, type: 'debit', amountMinor: 5n, line: {}, reason: 'no', ...moment },
  })
  const ids = [paid, held, noted].map(({ lines }) => lines[0]?.id ?? '')
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/)
    expect(Number.parseInt(id.slice(15, 18), 16)).toBe(sliceOf(accountId))
    const at = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
    expect(Math.abs(at - began)).toBeLessThan(60_000)
  }
  expect((ids[0] ?? '') < (ids[1] ?? '')).toBe(true)
})
