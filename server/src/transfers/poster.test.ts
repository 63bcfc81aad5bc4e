import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccount } from '#accounts/accounts.ts'
import { json } from '#db/db.ts'
import { readFunctions } from '#db/functions.ts'
import type { OrderRequest } from '#kernel/context.ts'
import { busy } from '#kernel/failure.ts'
import { internalAccount } from '#ledger/chart.ts'
import { earmark } from '#ledger/earmark.ts'
import { closeAccount, fail } from '#ledger/ledger.ts'
import { byLength } from '#testing/length.ts'
import { expectPlaced } from '#testing/references.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { makePostOrder } from './poster.ts'
import { orderJson } from './run-order.ts'

const db = await testDb()
const t = await testBank(db)
afterAll(() => t.stop())

const day = '2031-05-06'
const code = 'c'.repeat(64)
const limitMinor = 900n

type Payer = { who: TestCustomer; usesCode: boolean }

const payers: Payer[] = [
  {
    who: await t.customer({ pin: '4821', balance: '9.00', flags: { UseOtp: false } }),
    usesCode: false,
  },
  {
    who: await t.customer({ pin: '4821', balance: '50.00', flags: { UseOtp: false } }),
    usesCode: false,
  },
  { who: await t.customer({ pin: '4821', balance: '50.00' }), usesCode: true },
]
const [ada] = payers
// Each has something in a pot, which no batch may spend.
for (const { who } of payers) {
  const [pot] = await db.sql<{ id: bigint }>`
    insert into pots(owner_id, account_id, name, picture, colour, created_at)
    values (${who.id}, ${who.account.id}, 'Pot', 'gift', 'red', now()) returning id`
  const potId = pot?.id ?? 0n
  const at = new Date()
  await earmark(db.sql, { ownerId: who.id, potId, amountMinor: 300n, kind: 'customer', at })
}
const euros = await more('eur')
const closed = await more('usd')
await closeAccount(db.sql, { accountId: closed, at: new Date() })
/** The payers' own accounts, one in another currency, one that is closed, one that never was. */
const payees = [...payers.map(({ who }) => who.account.id), euros, closed, 999_999n]

async function more(currency: string): Promise<bigint> {
  const account = { type: 'savings', currency, name: 'More', now: new Date() }
  return (await openAccount(db.sql, ada?.who.id ?? 0n, account)).id
}

/** What is ordered; orders with the same `key` share their key. */
type Asked = {
  payer: number
  payee: number
  amount: number
  pin: number
  code: number
  key: number
  /** 0: the money is held until a rail pays it; with 1 the payee is of this bank. */
  wait: number
}

const batch = fc.array(
  fc.record({
    payer: fc.nat(payers.length - 1),
    payee: fc.nat(payees.length - 1),
    amount: fc.integer({ min: 1, max: 400 }),
    pin: fc.nat(9),
    code: fc.nat(4),
    key: fc.nat(20),
    wait: fc.nat(4),
  }),
  { minLength: 2, maxLength: 14 },
)

const waits = ({ wait }: Asked) => wait < 2

function orderOf(asked: Asked, onceKey: string, pins: string[]) {
  const { payer, payee, amount, pin, code: typed, wait } = asked
  const { who } = payers[payer] ?? never()
  const line = { purpose: 'transfer', method: 'local', description: `for ${who.name}` } as const
  return {
    at: new Date(`${day}T10:00:00Z`),
    day,
    now: new Date(`${day}T10:00:00Z`),
    today: day,
    customerId: who.id,
    onceKey,
    fingerprint: `${payer} ${payee} ${amount}`,
    pinHmac: pin === 0 ? 'wrong' : (pins[payer] ?? ''),
    codeHmac: typed === 0 ? 'wrong' : code,
    orderHashes: ['one', 'another'],
    usdMinor: BigInt(amount),
    usdLimitMinor: limitMinor,
    coolingLimitUsdMinor: limitMinor,
    effect: waits(asked)
      ? {
          accountId: who.account.id,
          amountMinor: BigInt(amount),
          line,
          transfer: {
            rail: wait === 0 ? 'bank' : 'inside',
            payee: 'somebody',
            ...(wait === 1 && { toAccountId: payees[payee] ?? 0n }),
            dueAt: new Date(`${day}T11:00:00Z`),
          },
        }
      : {
          kind: 'transfer.local',
          memo: 'a test',
          legs: [
            { accountId: who.account.id, amountMinor: -BigInt(amount), ownerId: who.id, line },
            { accountId: payees[payee] ?? 0n, amountMinor: BigInt(amount), line },
          ],
        },
  } satisfies OrderRequest
}

function never(): never {
  throw new Error('no such payer')
}

/** Where things stand, as far as a batch looks at it. */
async function standing() {
  const balances = new Map<bigint, bigint>()
  const held = new Map<bigint, bigint>()
  for (const { id, balance, hold } of await db.sql<{ id: bigint; balance: bigint; hold: bigint }>`
    select id, balance_minor as balance, held_minor as hold from ledger_accounts`) {
    balances.set(id, balance)
    held.set(id, hold)
  }
  const sent = new Map<bigint, bigint>()
  for (const { id, usd } of await db.sql<{ id: bigint; usd: bigint }>`
    select customer_id as id, usd_minor as usd from transfer_days where day = ${day}`) {
    sent.set(id, usd)
  }
  const pins = await db.sql<{ hmac: string }>`
    select pin_hmac as hmac from customers
    where id = any(${payers.map(({ who }) => who.id)}::int8[]) order by id`
  return { balances, held, sent, pins: pins.map(({ hmac }) => hmac) }
}

/** Which orders go through, in plain arithmetic; moves the money in `balances` and `held`. */
function expected(asked: Asked[], { balances, held, sent }: Standing): boolean[] {
  const seen = new Set<string>()
  const usd = new Map(sent)
  const codes = new Set<number>()
  const guessed = new Set(asked.filter(({ pin }) => pin === 0).map(({ payer }) => payer))
  const approved = asked.map((one) => {
    const { who, usesCode } = payers[one.payer] ?? never()
    const key = `${one.payer} ${one.key}`
    const total = (usd.get(who.id) ?? 0n) + BigInt(one.amount)
    usd.set(who.id, total)
    const fresh = !seen.has(key)
    seen.add(key)
    const coded = !usesCode || (one.code !== 0 && !codes.has(one.payer))
    codes.add(one.payer)
    return fresh && !guessed.has(one.payer) && coded && total <= limitMinor
  })
  const go = (one: Asked, at: number): boolean => {
    const { account } = (payers[one.payer] ?? never()).who
    const amount = BigInt(one.amount)
    const [balance, hold] = [balances.get(account.id) ?? 0n, held.get(account.id) ?? 0n]
    // To pay oneself is not refused here; it needs the money for a moment all the same. What is held
    // only needs a payee of the same currency, if it is one of this bank.
    const payable = waits(one)
      ? one.wait === 0 || payees[one.payee] !== euros
      : one.payee < payers.length
    if (!approved[at] || balance - hold < amount || !payable) return false
    if (waits(one)) {
      held.set(account.id, hold + amount)
      return true
    }
    balances.set(account.id, balance - amount)
    const to = payees[one.payee] ?? 0n
    balances.set(to, (balances.get(to) ?? 0n) + amount)
    return true
  }
  // What is paid goes before what is held.
  const paid = asked.map((one, at) => !waits(one) && go(one, at))
  return asked.map((one, at) => paid[at] || (waits(one) && go(one, at)))
}

type Standing = Awaited<ReturnType<typeof standing>>

const forgetTries = () =>
  db.sql`update customers set pin_tries = 0, pin_tries_total = 0, pin_locked_until = null`

/** Runs one batch against the arithmetic; throws where they differ. */
async function play(asked: Asked[]): Promise<void> {
  const run = randomUUID()
  await forgetTries()
  // Soon nobody could pay anything more today.
  await db.sql`delete from transfer_days where day = ${day} and usd_minor > 400`
  const before = await standing()
  const { who } = payers[2] ?? never()
  await db.sql`
    insert into transfer_codes(customer_id, code_hmac, created_at, expires_at)
    values (${who.id}, ${code}, ${`${day}T09:59:00Z`}, ${`${day}T10:04:00Z`})`
  const orders = asked.map((one) => orderOf(one, `${run} ${one.key}`, before.pins))
  const [row] = await db.sql<{
    answers: ({ code: string; lines?: { id: string }[] } | null)[]
  }>`select transfer_batch(${json(orders.map(orderJson))}) as answers`
  const went = expected(asked, before)
  expect(row?.answers.map((answer) => answer?.code === 'ok')).toEqual(went)
  // Of a customer's wrong PINs the first is answered, and counted; the others wait for their turn.
  const guesses = asked
    .map(({ pin, payer }, at) => ({ pin, payer, at }))
    .filter(({ pin }) => pin === 0)
  const first = guesses.filter(
    ({ payer, at }) => !guesses.some((g) => g.payer === payer && g.at < at),
  )
  const refused = (row?.answers ?? []).flatMap((answer, at) =>
    answer?.code === 'pin_wrong:4' ? at : [],
  )
  expect(refused).toEqual(first.map(({ at }) => at))
  const counted = await db.sql<{ tries: number }>`
    select pin_tries as tries from customers where pin_tries > 0`
  expect(counted.map(({ tries }) => tries)).toEqual(first.map(() => 1))
  const after = await standing()
  expect(after.balances).toEqual(before.balances)
  expect(after.held).toEqual(before.held)
  const ids = (row?.answers ?? []).map((answer) => answer?.lines?.[0]?.id ?? null)
  const held = asked.flatMap((one, at) => (went[at] && waits(one) ? [ids[at] ?? ''] : []))
  const waiting = await db.sql<{ id: string }>`
    delete from transfers where transaction_id = any(${held}::uuid[])
      and day = ${day} and not review and payee = 'somebody' returning transaction_id as id`
  expect(waiting.map(({ id }) => id).sort()).toEqual(held.sort())
  // Soon all their money would be held.
  for (const transactionId of held) {
    await fail(db.sql, { transactionId, reason: 'no', at: new Date() })
  }
  const [keys] = await db.sql<{ count: number }>`
    select count(*)::int4 as count from ledger_keys where once_key like ${`${run}%`}`
  expect(keys?.count).toBe(went.filter(Boolean).length)
}

/** Puts another text in the place of one of the batch's functions. */
async function replant(name: string, edit: (text: string) => string): Promise<void> {
  const one = readFunctions().find((found) => found.name === name)
  if (!one) throw new Error(`${name} is not where it was`)
  await db.script(edit(one.text))
}

describe('a batch of orders', () => {
  test('decides as plain arithmetic does', { timeout: 120_000 }, async () => {
    await fc.assert(fc.asyncProperty(batch, play), { numRuns: byLength(150, 40) })
    expect(await t.findings()).toEqual([])
  })

  // What these ask for is more than a batch looks at; transfer_order decides it.
  test.each([
    ['frozen', `update customers set frozen_at = now() where id = $id`],
    ['with limits of their own', `update customers set own_limits = true where id = $id`],
    ['cooling', `update customers set cooling_until = '2031-05-07' where id = $id`],
  ])('leaves a customer who is %s to the single order', async (_, change) => {
    const [plain, guarded] = [payers[0] ?? never(), payers[1] ?? never()]
    await forgetTries()
    for (const { who } of [plain, guarded]) await t.fund(who, '1.00')
    await db.sql`delete from transfer_days where day = ${day}`
    const { pins } = await standing()
    await db.script(change.replace('$id', String(guarded.who.id)))
    const orders = [0, 1].map((payer) =>
      orderOf({ payer, payee: 2, amount: 1, pin: 1, code: 1, key: 0, wait: 9 }, randomUUID(), pins),
    )
    const [row] = await db.sql<{ answers: ({ code: string } | null)[] }>`
      select transfer_batch(${json(orders.map(orderJson))}) as answers`
    expect(row?.answers.map((answer) => answer?.code)).toEqual(['ok', undefined])
    await db.sql`
      update customers set frozen_at = null, own_limits = false, cooling_until = null
      where id = ${guarded.who.id}`
  })
})

describe('the poster', () => {
  beforeAll(async () => {
    await forgetTries()
    await t.fund((payers[1] ?? never()).who, '10.00')
  })

  const order = async (payer: number, payee: number, changes: Partial<OrderRequest> = {}) => ({
    ...orderOf(
      { payer, payee, amount: 1, pin: 1, code: 1, key: 0, wait: 9 },
      randomUUID(),
      (await standing()).pins,
    ),
    usdLimitMinor: 1_000_000n,
    ...changes,
  })
  const settled = (posts: Promise<unknown>[]) => Promise.allSettled(posts)

  test('gives every order of a batch its own answer', async () => {
    const sizes: { orders: number; posted: number }[] = []
    const post = makePostOrder(db.sql, { max: 10, onBatch: (size) => sizes.push(size) })
    const good = [await order(1, 0), await order(1, 2), await order(1, 0)]
    const poor = await order(1, 0, { usdMinor: 1n, usdLimitMinor: 0n })
    const unknown = await order(1, payees.length - 1)
    const again = { ...(good[1] ?? never()) }
    const other = { ...again, fingerprint: 'another order' }
    const outcomes = await settled([...good, poor, unknown, again, other].map(post))
    const [first, second, third, refused, missing, replay, reused] = outcomes
    for (const outcome of [first, second, third]) {
      expect(outcome).toMatchObject({ status: 'fulfilled', value: { replayed: false } })
    }
    expect(refused).toEqual({ status: 'fulfilled', value: 'daily_limit' })
    expect(missing).toMatchObject({ status: 'rejected', reason: { code: 'unknown_account' } })
    expect(replay).toMatchObject({ value: { replayed: true } })
    expect((replay as { value: { lines: unknown } }).value.lines).toEqual(
      (second as { value: { lines: unknown } }).value.lines,
    )
    expect(reused).toMatchObject({ status: 'rejected', reason: { code: 'key_reused' } })
    expect(sizes).toEqual([{ orders: 7, posted: 3 }])
  })

  test('exchanges together, within the one limit of their day', async () => {
    const sizes: { orders: number; posted: number }[] = []
    const post = makePostOrder(db.sql, { max: 10, onBatch: (size) => sizes.push(size) })
    const { id, account } = (ada ?? never()).who
    await t.fund((ada ?? never()).who, '10.00')
    const own = { ownAccount: true }
    const legs = [
      { accountId: account.id, amountMinor: -300n, ownerId: id, line: own },
      { accountId: await internalAccount(db.sql, 'fx', 'usd', account.id), amountMinor: 300n },
      { accountId: await internalAccount(db.sql, 'fx', 'eur', account.id), amountMinor: -200n },
      { accountId: euros, amountMinor: 200n, ownerId: id, line: own },
    ]
    const effect = { kind: 'transfer.own-account', memo: '', legs }
    const limits = { usdMinor: 0n, exchangeUsdMinor: 300n, exchangeLimitUsdMinor: 700n }
    const some = [await order(0, 0), await order(0, 0), await order(0, 0)]
    const outcomes = await settled(some.map((one) => post({ ...one, ...limits, effect })))
    const [first, second, third] = outcomes
    for (const outcome of [first, second]) {
      expect(outcome).toMatchObject({ status: 'fulfilled', value: { lines: [{}, {}] } })
    }
    expect(third).toEqual({ status: 'fulfilled', value: 'daily_limit:exchange' })
    expect(sizes).toEqual([{ orders: 3, posted: 2 }])
    expect(
      await db.sql`
      select exchanged_usd_minor as usd from transfer_days where customer_id = ${id} and day = ${day}`,
    ).toEqual([{ usd: 600n }])
  })

  test('takes nothing from an account of somebody else', async () => {
    const sizes: { orders: number; posted: number }[] = []
    const post = makePostOrder(db.sql, { max: 10, onBatch: (size) => sizes.push(size) })
    const foreign = await order(1, 0)
    const [taken] = 'legs' in foreign.effect ? foreign.effect.legs : []
    Object.assign(taken ?? never(), { accountId: (payers[2] ?? never()).who.account.id })
    const outcomes = await settled([await order(1, 0), foreign, await order(1, 2)].map(post))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toMatchObject({ reason: { code: 'not_yours' } })
    expect(sizes).toEqual([{ orders: 3, posted: 2 }])
  })

  test('runs each order by itself where the batch cannot run', async () => {
    const sizes: { orders: number; posted: number }[] = []
    const post = makePostOrder(db.sql, { max: 10, onBatch: (size) => sizes.push(size) })
    const broken = await order(1, 0)
    // No entry is without a kind: the table refuses it, and with it the whole statement.
    Object.assign(broken.effect, { kind: undefined })
    const outcomes = await settled([
      ...[await order(1, 0), await order(1, 2), broken, await order(1, 0)].map(post),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(sizes).toEqual([{ orders: 4, posted: 0 }])
    expect(await t.findings()).toEqual([])
  })

  test('a database that is away is not waited for a second time', async () => {
    let asked = 0
    const away = async () => {
      asked += 1
      await sleep(2_100)
      throw busy(new Error('Connection terminated unexpectedly'))
    }
    const post = makePostOrder(away as never, { max: 10 })
    const orders = [await order(1, 0), await order(1, 2), await order(1, 0)]
    const outcomes = await settled(orders.map(post))
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    }
    expect(asked).toBe(1)
  })

  test('a refusal comes back as its code, with details, also one that is new', async () => {
    const post = makePostOrder(db.sql, { max: 10 })
    try {
      await replant('request_refusal', (text) =>
        text.replace('begin\n', "begin return 'asleep:7';\n"),
      )
      expect(await post(await order(1, 0))).toBe('asleep:7')
    } finally {
      await replant('request_refusal', (text) => text)
    }
    await forgetTries()
    const wrong = { pinHmac: 'wrong' }
    const guesses = await Promise.all([order(1, 0), order(0, 1, wrong), order(1, 0)])
    const [, refused] = await settled(guesses.map(post))
    expect(refused).toEqual({ status: 'fulfilled', value: 'pin_wrong:4' })
    await forgetTries()
  })

  test('an order alone is not held up, and none is batched where that is off', async () => {
    const sizes: unknown[] = []
    const onBatch = (size: unknown) => sizes.push(size)
    await makePostOrder(db.sql, { max: 10, onBatch })(await order(1, 0))
    const single = makePostOrder(db.sql, { max: 1, onBatch })
    const outcomes = await settled([await order(1, 0), await order(1, 2)].map(single))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(sizes).toEqual([])
  })
})

// Last, since some of them leave the books in disorder.
describe('broken batches', () => {
  test.each([
    ['a known key pays again', 'batch_approved', 'a.nth_of_key = 1', 'true'],
    [
      'the floor is not looked at',
      'ledger_pass',
      '>= floors[k], true)',
      '>= floors[k], true) or true',
    ],
    ['what is in a pot is spent', 'ledger_pass', 'balances[k] - held[k] >=', 'balances[k] >='],
    [
      'a hold reserves what is in a pot',
      'ledger_pend_many',
      'a.balances[k] - a.held[k] + amounts[i]',
      'a.balances[k] + amounts[i]',
    ],
    ['a refused order leaves its mark', 'ledger_pass', 'balances[k] - p_amounts[j]', 'balances[k]'],
    ['each order has the day’s limit to itself', 'batch_approved', 'a.usd_so_far - a.usd', '0'],
    ['a code pays twice', 'batch_approved', '(a.nth_of_customer = 1 or not (c).use_otp)', 'true'],
    [
      'guesses are not counted',
      'batch_wrong_pins',
      'not hmac_fits((c).pin_hmac, r.pin_hmac)',
      'false',
    ],
    [
      'only the last of them is',
      'batch_wrong_pins',
      'order by r.customer, e.n\n',
      'order by r.customer, e.n desc\n',
    ],
    ['a hold reserves nothing', 'ledger_pend_many', 'a.held[k] - amounts[i];', 'a.held[k];'],
    ['a hold needs no money', 'ledger_pend_many', '+ amounts[i] >= a.floors', '>= a.floors'],
    ['a hold pays in another currency', 'hold_is_payable', 'is not true', 'is not null or true'],
    ['a hold has no transfer', 'transfers_wait', 'u.transfer is not null', 'false'],
    ['currencies are mixed', 'ledger_pass', 'and currencies[k] = currencies[slots[i - 1]]', ''],
    ['a wrong code pays', 'code_fits', 'hmac_fits(k.code_hmac, p_code_hmac) and', ''],
  ])('%s: it is caught', { timeout: 600_000 }, async (_, name, from, to) => {
    try {
      await replant(name, (text) => {
        expect(text).toContain(from)
        return text.replace(from, () => to)
      })
      const result = await fc.check(fc.asyncProperty(batch, play), {
        numRuns: 1_000,
        endOnFailure: true,
      })
      expect(result.failed).toBe(true)
    } finally {
      await replant(name, (text) => text)
    }
  })

  test('and the sound one holds again', async () => {
    await fc.assert(fc.asyncProperty(batch, play), { numRuns: 20 })
  })
})

test('every transfer of a batch says where its line lies', async () => {
  await expectPlaced(db.sql, 'transfers')
})
