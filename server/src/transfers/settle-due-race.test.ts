import { login, transferExternal, transferLocal } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '#cli/commands.ts'
import type { Sql } from '#db/db.ts'
import { balance } from '#ledger/ledger.ts'
import { dyingAt } from '#testing/dying-db.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import type { Leaving, Network, Verdict } from './rails.ts'
import { settleDue } from './settle-due.ts'

// A payment network that hangs, answers late or twice, throws, or is asked by somebody who dies.
const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())

const pin = '4821'
const second = 1_000
const leaseMs = 120 * second
const payer = () => t.customer({ pin, balance: '100.00', flags: { UseOtp: false } })

/** Orders a transfer to another bank that is due by now. */
async function leave({ account, token }: TestCustomer, amount = '10.00'): Promise<string> {
  const reply = await t.ask(
    transferExternal,
    {
      source_account: account.publicId,
      amount,
      acc_number: '8830071154',
      acc_name: 'Priya Raman',
      bank: 'Chase',
      pin,
    },
    token,
  )
  t.clock.advance(10 * second)
  return (reply.data as { transaction: { Id: string } }).transaction.Id
}

const moneyOf = async ({ account }: TestCustomer) => {
  const { balanceMinor, availableMinor } = await balance(db.sql, { accountId: account.id })
  return [balanceMinor, availableMinor]
}
const stateOf = async (id: string) => {
  const [line] = await db.sql<{ state: string }>`select state from transactions where id = ${id}`
  return line?.state
}
const paid: Verdict = { paid: true }

/** A network that keeps every question until the test answers it. */
function slowNetwork() {
  const asked: (Leaving & { answer(verdict: Verdict): void; fail(error: Error): void })[] = []
  const network: Network = (leaving) => {
    const { promise, resolve, reject } = Promise.withResolvers<Verdict>()
    asked.push({ ...leaving, answer: resolve, fail: reject })
    return promise
  }
  return { asked, network }
}

// asvs 16.5.2
test('a network that hangs keeps no customer and no operator waiting', async () => {
  const [ada, bob] = [await payer(), await payer()]
  const id = await leave(ada)
  const { asked, network } = slowNetwork()
  const running = settleDue(t.bank, network, { patienceMs: 60 * second })
  await expect.poll(() => asked.length).toBe(1)
  // Each of these would wait for the network if a transaction, or a lock that it needs, were open.
  const { username, password } = bob
  expect((await t.ask(login, { username, password })).http).toBe(200)
  const order = { acc_number: bob.account.number, acc_name: bob.name, amount: '1.00', pin }
  const local = { ...order, source_account: ada.account.publicId }
  expect((await t.ask(transferLocal, local, ada.token)).http).toBe(200)
  await runCommand(t.bank, ['fund', ada.account.number, '1.00'])
  expect(await moneyOf(ada)).toEqual([100_00n, 90_00n])
  asked[0]?.answer(paid)
  await running
  expect(await stateOf(id)).toBe('completed')
  expect(await moneyOf(ada)).toEqual([90_00n, 90_00n])
})

test('more hanging transfers than are asked at once hold up no other', async () => {
  const ada = await payer()
  const hanging = new Set<string>()
  for (let count = 0; count < 9; count += 1) hanging.add(await leave(ada, '1.00'))
  const good = await leave(ada, '2.00')
  const { asked, network } = slowNetwork()
  const mixed: Network = (leaving) =>
    leaving.reference === good ? Promise.resolve(paid) : network(leaving)
  await settleDue(t.bank, mixed, { patienceMs: 20 })
  expect(await stateOf(good)).toBe('completed')
  expect(new Set(asked.map(({ reference }) => reference))).toEqual(hanging)
  for (const { answer } of asked) answer(paid)
  await expect.poll(() => moneyOf(ada)).toEqual([89_00n, 89_00n])
})

test('an answer that comes late counts, once', async () => {
  const ada = await payer()
  const id = await leave(ada)
  const { asked, network } = slowNetwork()
  expect(await settleDue(t.bank, network, { patienceMs: 5 })).toBe(1)
  expect(await stateOf(id)).toBe('pending')
  // While it is under way nobody asks again.
  expect(await settleDue(t.bank, network, { patienceMs: 5 })).toBe(0)
  asked[0]?.answer(paid)
  await expect.poll(() => stateOf(id)).toBe('completed')
  await t.bank.background.settled()
  expect(await moneyOf(ada)).toEqual([90_00n, 90_00n])
})

test('a network that was asked twice and answers twice pays once', async () => {
  const ada = await payer()
  const id = await leave(ada)
  const { asked, network } = slowNetwork()
  const troubles: string[] = []
  const onTrouble = ({ transactionId }: { transactionId: string }) => troubles.push(transactionId)
  await settleDue(t.bank, network, { patienceMs: 5, onTrouble })
  t.clock.advance(leaseMs)
  await settleDue(t.bank, network, { patienceMs: 5, onTrouble })
  expect(asked.map(({ reference }) => reference)).toEqual([id, id])
  expect(troubles).toEqual([id])
  for (const { answer } of asked.toReversed()) answer(paid)
  await expect.poll(() => stateOf(id)).toBe('completed')
  await t.bank.background.settled()
  expect(await moneyOf(ada)).toEqual([90_00n, 90_00n])
  expect(troubles).toEqual([id])
  expect(await t.findings()).toEqual([])
})

test('one that throws is put off ever longer and named, and stops no other', async () => {
  const ada = await payer()
  const [before, bad, behind] = [await leave(ada), await leave(ada), await leave(ada)]
  const asked: string[] = []
  const network: Network = async ({ reference }) => {
    asked.push(reference)
    if (reference === bad && asked.length < 6) throw new Error('connection refused')
    return paid
  }
  const troubles: unknown[] = []
  const run = () => settleDue(t.bank, network, { onTrouble: (one) => troubles.push(one) })
  await expect(run()).rejects.toThrow('connection refused')
  expect([await stateOf(before), await stateOf(bad), await stateOf(behind)]).toEqual([
    'completed',
    'pending',
    'completed',
  ])
  expect(troubles).toEqual([{ transactionId: bad, error: new Error('connection refused') }])
  for (const waitMs of [5 * second, 10 * second]) {
    // The clock runs on meanwhile.
    t.clock.advance(waitMs / 2)
    expect(await run()).toBe(0)
    t.clock.advance(waitMs / 2)
    await expect(run()).rejects.toThrow('connection refused')
  }
  expect(troubles).toHaveLength(3)
  t.clock.advance(20 * second)
  await run()
  expect(await stateOf(bad)).toBe('completed')
  expect(await moneyOf(ada)).toEqual([70_00n, 70_00n])
})

test('answers that come together are written down together, and one that cannot be alone', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, payer))
  const ids: string[] = []
  for (const who of people) ids.push(await leave(who))
  const [bad = '', refused = ''] = ids
  await db.script(`
    alter table transfers add constraint broken
    check (transaction_id <> '${bad}' or not done)`)
  const network: Network = async ({ reference }) =>
    reference === refused ? { refused: 'The account is closed at the other bank' } : paid
  const troubles: { transactionId: string }[] = []
  let transactions = 0
  const counting = {
    ...t.bank,
    db: {
      ...db,
      transaction: <T>(work: (sql: Sql) => Promise<T>) => {
        transactions += 1
        return db.transaction(work)
      },
    },
  }
  const run = () => settleDue(counting, network, { onTrouble: (one) => troubles.push(one) })
  await expect(run()).rejects.toThrow('broken')
  for (const id of ids.slice(2)) expect(await stateOf(id)).toBe('completed')
  expect([await stateOf(bad), await stateOf(refused)]).toEqual(['pending', 'failed'])
  expect(troubles.map(({ transactionId }) => transactionId)).toEqual([bad])
  await db.script('alter table transfers drop constraint broken')
  // Another twelve and the one that waits, with nothing in their way: the claims are no transactions.
  for (const who of people) await leave(who)
  transactions = 0
  expect(await run()).toBe(13)
  expect(transactions).toBe(1)
  for (const [n, who] of people.entries()) {
    expect(await moneyOf(who)).toEqual(n === 1 ? [90_00n, 90_00n] : [80_00n, 80_00n])
  }
  expect(await t.findings()).toEqual([])
})

test('a late failure takes no claim from who asks now', async () => {
  const ada = await payer()
  const id = await leave(ada)
  const { asked, network } = slowNetwork()
  await settleDue(t.bank, network, { patienceMs: 5 })
  t.clock.advance(leaseMs)
  await settleDue(t.bank, network, { patienceMs: 5 })
  asked[0]?.fail(new Error('reset by peer'))
  t.clock.advance(60 * second)
  expect(await settleDue(t.bank, network, { patienceMs: 5 })).toBe(0)
  asked[1]?.answer({ refused: 'The account is closed at the other bank' })
  await expect.poll(() => stateOf(id)).toBe('failed')
  expect(await moneyOf(ada)).toEqual([100_00n, 100_00n])
})

test('the operator does not decide while the network is asked, and who comes second changes nothing', async () => {
  const ada = await payer()
  const id = await leave(ada)
  const { asked, network } = slowNetwork()
  const troubles: string[] = []
  const onTrouble = ({ error }: { error: unknown }) => troubles.push(String(error))
  await settleDue(t.bank, network, { patienceMs: 5, onTrouble })
  await expect(runCommand(t.bank, ['fail', id, 'No'])).rejects.toThrow(
    /^The network is being asked\. Try again in 1[12]\d seconds$/,
  )
  t.clock.advance(leaseMs)
  await expect(runCommand(t.bank, ['fail', id, 'No'])).rejects.toThrow('it may have paid')
  expect(await moneyOf(ada)).toEqual([100_00n, 90_00n])
  await runCommand(t.bank, ['fail-asked', id, 'The other bank says it never came'])
  expect(await moneyOf(ada)).toEqual([100_00n, 100_00n])
  asked[0]?.answer(paid)
  await expect.poll(() => troubles).toEqual(['the network says {"paid":true} but it is failed'])
  expect(await moneyOf(ada)).toEqual([100_00n, 100_00n])
  expect(await t.findings()).toEqual([])
})

test('a process that is to stop waits for no network', async () => {
  const ada = await payer()
  const id = await leave(ada)
  const { asked, network } = slowNetwork()
  const stopping = new AbortController()
  const running = settleDue(t.bank, network, {
    signal: stopping.signal,
    patienceMs: 60 * second,
  })
  await expect.poll(() => asked.length).toBe(1)
  stopping.abort()
  expect(await running).toBe(1)
  const next = await leave(ada)
  expect(await settleDue(t.bank, network, { signal: stopping.signal })).toBe(0)
  asked[0]?.answer(paid)
  await expect.poll(() => stateOf(id)).toBe('completed')
  await settleDue(t.bank, async () => paid)
  expect(await stateOf(next)).toBe('completed')
})

/** A network that pays a reference once, whatever it answers, and however often. */
function payingNetwork(manner: (nth: number) => 'well' | 'throws' | 'hangs') {
  const payments = new Map<string, number>()
  let nth = 0
  const network: Network = async ({ reference }) => {
    payments.set(reference, payments.get(reference) ?? 1)
    nth += 1
    const how = manner(nth)
    if (how === 'hangs') await new Promise(() => {})
    if (how === 'throws') throw new Error('connection reset after the payment')
    return paid
  }
  return { payments, network }
}

test('wherever the process dies, a transfer is paid and settled once', async () => {
  const ada = await t.customer({ pin, balance: '1000.00', flags: { UseOtp: false } })
  let [deaths, step, ended] = [0, 0, false]
  while (!ended) {
    step += 1
    const id = await leave(ada, '1.00')
    const { payments, network } = payingNetwork(() => 'well')
    const troubles: unknown[] = []
    const dying = { ...t.bank, db: dyingAt(db, step) }
    await settleDue(dying, network, { onTrouble: (one) => troubles.push(one) }).catch((error) =>
      troubles.push(error),
    )
    ended = troubles.length === 0
    if (!ended) deaths += 1
    t.clock.advance(leaseMs)
    await settleDue(t.bank, network)
    expect({ step, state: await stateOf(id) }).toEqual({ step, state: 'completed' })
    expect([...payments.keys()]).toEqual([id])
    const spent = 1000_00n - BigInt(step) * 1_00n
    expect(await moneyOf(ada)).toEqual([spent, spent])
  }
  expect(deaths).toBeGreaterThan(10)
  expect(await t.findings()).toEqual([])
})

test('two processes and a network of all faults: each transfer once, none lost', async () => {
  const ada = await payer()
  const ids: string[] = []
  for (let count = 0; count < 24; count += 1) ids.push(await leave(ada, '1.00'))
  const faults = ['well', 'throws', 'hangs', 'well', 'hangs', 'throws', 'throws'] as const
  const { payments, network } = payingNetwork((nth) => faults[nth % faults.length] ?? 'well')
  // What throws fails its run.
  const run = () => settleDue(t.bank, network, { patienceMs: 5 }).catch(() => 0)
  for (let round = 0; round < 12; round += 1) {
    await Promise.all([run(), run()])
    t.clock.advance(leaseMs)
  }
  // However often it failed, the wait ends within an hour.
  t.clock.advance(3_600 * second)
  await settleDue(t.bank, async () => paid)
  expect(await Promise.all(ids.map(stateOf))).toEqual(ids.map(() => 'completed'))
  expect(new Set(payments.keys())).toEqual(new Set(ids))
  expect(await moneyOf(ada)).toEqual([76_00n, 76_00n])
  expect(await t.findings()).toEqual([])
})
