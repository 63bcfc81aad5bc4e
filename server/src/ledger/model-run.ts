import { deepStrictEqual, strictEqual } from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import type { Db } from '#db/db.ts'
import { audit, mark } from './audit.ts'
import { exchangeLegs, positionsOf } from './exchange.ts'
import * as ledger from './ledger.ts'
import * as model from './model.ts'
import { beginInterest, earn, type PayInterest } from './model-interest.ts'
import type { Op } from './model-ops.ts'
import { comparePots, type PotMoved, pot, potAgain, potClose } from './model-pots.ts'
import { type Attempt, attempt, pick } from './model-tools.ts'
import { readPage, sumsOf } from './statement-lines.ts'

type Order = Parameters<typeof ledger.post>[1] & { once: ledger.Once }

type Run = {
  db: Db
  payInterest: PayInterest
  owner: bigint
  internals: model.ModelAccount[]
  customers: model.ModelAccount[]
  receivables: model.ModelAccount[]
  at: Date
  orders: { order: Order; answer: ledger.Posted }[]
  entries: { id: bigint; legs: model.ModelLeg[]; reversed: boolean }[]
  pending: { account: model.ModelAccount; id: string }[]
  potMoves: PotMoved[]
}

/** Plays the orders on fresh accounts of the database and on the model; throws where they differ. */
export async function play(db: Db, orders: Op[], payInterest: PayInterest): Promise<void> {
  const since = await mark(db.sql)
  const run = await begin(db, payInterest)
  for (const order of orders) await step(run, order)
  deepStrictEqual(await audit(db.sql, { since }), [])
  await compare(run)
}

async function begin(db: Db, payInterest: PayInterest): Promise<Run> {
  const owner = BigInt(randomInt(1, 2 ** 47)) * 4n
  const run: Run = {
    ...{ db, payInterest, owner, internals: [], customers: [], receivables: [] },
    ...{ orders: [], entries: [], pending: [], potMoves: [] },
    at: new Date('2024-02-27T12:00:00Z'),
  }
  const name = randomUUID()
  const wanted = [
    { ownerId: null, code: `model:${name}:usd`, currency: 'usd' as const },
    { ownerId: null, code: `model:${name}:eur`, currency: 'eur' as const },
    { ownerId: owner, code: null, currency: 'usd' as const },
    { ownerId: owner, code: null, currency: 'usd' as const },
    { ownerId: owner + 1n, code: null, currency: 'usd' as const },
    { ownerId: owner, code: null, currency: 'eur' as const },
  ]
  const opened = await db.sql<{ id: bigint }>`
    select (ledger_open(owner, code, currency, case when owner is null then null else 0 end, ${run.at})).o_id as id
    from unnest(${wanted.map((one) => one.ownerId)}::bigint[], ${wanted.map((one) => one.code)}::text[],
      ${wanted.map((one) => one.currency)}::text[]) u(owner, code, currency)`
  for (const [index, { ownerId, currency }] of wanted.entries()) {
    const account = model.newAccount({ id: opened[index]?.id ?? 0n, ownerId, currency })
    ;(ownerId === null ? run.internals : run.customers).push(account)
  }
  await beginInterest(db, run.customers, moment(run).day)
  for (const account of run.customers.slice(0, 2)) await post(run, funding(run, account, 200n))
  return run
}

async function step(run: Run, order: Op): Promise<unknown> {
  switch (order.op) {
    case 'open':
      return open(run, order.eur ? 'eur' : 'usd')
    case 'close':
      return close(run, pick(run.customers, order.account))
    case 'day':
      run.at = new Date(run.at.getTime() + order.by * 86_400_000)
      return
    case 'move':
      return move(run, order)
    case 'exchange':
      return exchange(run, order)
    case 'pend':
      return pendOne(run, order)
    case 'settle':
    case 'fail':
      return decide(run, order.op, order.which)
    case 'reverse':
      return reverse(run, order.which)
    case 'retry':
    case 'reuse':
      return again(run, order.op, order.which)
    case 'lend':
      return lend(run, order)
    case 'repay':
      return repay(run, order)
    case 'pot':
      return pot(run, order)
    case 'potAgain':
      return potAgain(run, order)
    case 'potClose':
      return potClose(run, pick(run.customers, order.account))
    case 'cross':
      return cross(run, order)
    case 'earn':
      return earn(run, run.payInterest)
  }
}

/** A loan has a receivable of its own, which is below zero by what is owed. */
async function lend(run: Run, { account, amountMinor }: Extract<Op, { op: 'lend' }>) {
  const to = pick(run.customers, account)
  const { currency } = to
  const code = `model:${randomUUID()}`
  const { id } = await ledger.openAccount(run.db.sql, { code, currency, at: run.at })
  const receivable = model.newAccount({ id, ownerId: null, currency })
  run.receivables.push(receivable)
  const legs = [
    { account: receivable, amountMinor: -amountMinor },
    { account: to, amountMinor },
  ]
  await post(run, plan(run, legs))
}

/** One entry charges interest and pays both back: three of its legs are the receivable's. */
async function repay(run: Run, order: Extract<Op, { op: 'repay' }>) {
  if (run.receivables.length === 0) return
  const loan = pick(run.receivables, order.which)
  const account = pick(run.customers, order.account)
  const income = pick(run.internals, loan.currency === 'usd' ? 0 : 1)
  const { interestMinor } = order
  const principalMinor = (-loan.balanceMinor * BigInt(order.share)) / 100n
  if (principalMinor <= 0n) return
  const legs = [
    { account, amountMinor: -(principalMinor + interestMinor) },
    { account: loan, amountMinor: -interestMinor },
    { account: income, amountMinor: interestMinor },
    { account: loan, amountMinor: interestMinor },
    { account: loan, amountMinor: principalMinor },
  ].filter((leg) => leg.amountMinor !== 0n)
  const fits = account.closed || account.currency === loan.currency
  await post(run, plan(run, legs), fits ? null : 'currency_mismatch')
}

async function open(run: Run, currency: 'usd' | 'eur') {
  if (run.customers.length >= 8) return
  const ownerId = run.owner + BigInt(run.customers.length % 3)
  const { id } = await ledger.openAccount(run.db.sql, { ownerId, currency, at: run.at })
  const account = model.newAccount({ id, ownerId, currency })
  run.customers.push(account)
  await beginInterest(run.db, [account], moment(run).day)
}

async function close(run: Run, account: model.ModelAccount) {
  const underWay = [...account.lines.values()].some(({ state }) => state === 'pending')
  const expected = account.closed
    ? 'account_closed'
    : account.balanceMinor !== 0n
      ? 'not_empty'
      : underWay
        ? 'under_way'
        : null
  const { refused } = await attempt(() =>
    ledger.closeAccount(run.db.sql, { accountId: account.id, at: run.at }),
  )
  strictEqual(refused, expected)
  if (!refused) account.closed = true
}

function funding(run: Run, account: model.ModelAccount, amountMinor: bigint): Planned {
  const internal = pick(run.internals, account.currency === 'usd' ? 0 : 1)
  return plan(run, [
    { account: internal, amountMinor: -amountMinor },
    { account, amountMinor },
  ])
}

type Planned = { order: Order; legs: model.ModelLeg[] }

function plan(run: Run, legs: model.ModelLeg[], real: ledger.Leg[] = realLegs(legs)): Planned {
  const once = { ownerId: run.owner, onceKey: randomUUID(), fingerprint: 'first' }
  return { legs, order: { once, kind: 'model', legs: real, ...moment(run) } }
}

function realLegs(legs: model.ModelLeg[]): ledger.Leg[] {
  return legs.map(({ account, amountMinor, ownAccount }) => ({
    accountId: account.id,
    amountMinor,
    ...(account.ownerId !== null && { line: { ownAccount: ownAccount ?? false } }),
  }))
}

/** Posts on both sides; `refusal` is why it must be refused before its legs are even looked at. */
async function post(run: Run, { order, legs }: Planned, refusal: string | null = null) {
  const expected = refusal ?? model.refusalOf(legs)
  const { refused, answer } = await attempt(() => ledger.post(run.db.sql, order))
  strictEqual(refused, expected)
  if (answer) accept(run, { order, legs }, answer)
}

function accept(run: Run, { order, legs }: Planned, answer: ledger.Posted) {
  strictEqual(answer.replayed, false)
  const ids = answer.lines.map(({ id }) => id)
  model.apply(legs, ids, order.day)
  run.orders.push({ order, answer })
  if (answer.entryId !== null) run.entries.push({ id: answer.entryId, legs, reversed: false })
}

async function move(run: Run, order: Extract<Op, { op: 'move' }>) {
  const everyone = [...run.internals, ...run.customers]
  const from = pick(everyone, order.from)
  const to = pick(everyone, order.to)
  const { amountMinor } = order
  if (from === to) return
  const ownAccount = from.ownerId === to.ownerId
  const legs = [
    { account: from, amountMinor: -amountMinor, ownAccount },
    { account: to, amountMinor, ownAccount },
  ]
  const planned = plan(run, legs)
  const [first] = planned.order.legs
  if (first && from.ownerId !== null) first.ownerId = from.ownerId + (order.foreign ? 1n : 0n)
  if (!model.isAmount(amountMinor > 0n ? amountMinor : -amountMinor)) {
    return post(run, planned, 'bad_amount')
  }
  if (amountMinor < 0n) return
  if (order.foreign && from.ownerId !== null) return post(run, planned, 'not_yours')
  if (from.closed || to.closed) return post(run, planned, 'account_closed')
  return post(run, planned, from.currency === to.currency ? null : 'currency_mismatch')
}

async function exchange(run: Run, { amountMinor, ...order }: Extract<Op, { op: 'exchange' }>) {
  const from = pick(run.customers, order.from)
  const to = pick(run.customers, order.to)
  if (from === to) return
  const receivedMinor = model.receivedOf(amountMinor, from, to)
  const side = ({ id, currency }: model.ModelAccount) => ({ accountId: id, currency, line: {} })
  const positions = await positionsOf(run.db.sql, side(from), to)
  const { refused, answer: real } = await attempt(async () =>
    exchangeLegs(side(from), side(to), { amountMinor, positions }),
  )
  strictEqual(refused, receivedMinor < 1n ? 'bad_amount' : null)
  if (!real) return
  const legs = [
    { account: from, amountMinor: -amountMinor },
    { account: to, amountMinor: receivedMinor },
  ]
  const isAmount = model.isAmount(amountMinor) && model.isAmount(receivedMinor)
  await post(run, plan(run, legs, real), isAmount ? null : 'bad_amount')
}

async function pendOne(run: Run, order: Extract<Op, { op: 'pend' }>) {
  const account = pick(run.customers, order.account)
  const { share, debit } = order
  const amountMinor = share > 0 ? (account.balanceMinor * BigInt(share)) / 100n : order.amountMinor
  const short = debit && account.balanceMinor - account.heldMinor < amountMinor
  const expected = !model.isAmount(amountMinor)
    ? 'bad_amount'
    : account.closed
      ? 'account_closed'
      : short
        ? 'insufficient_funds'
        : null
  const type = debit ? 'debit' : 'credit'
  const { refused, answer } = await attempt(() =>
    ledger.pend(run.db.sql, {
      ...{ accountId: account.id, type, amountMinor, line: { purpose: 'transfer' } },
      ...moment(run),
    }),
  )
  strictEqual(refused, expected)
  const [line] = answer?.lines ?? []
  if (!line) return
  model.pend(account, line.id, debit ? -amountMinor : amountMinor, moment(run).day)
  run.pending.push({ account, id: line.id })
  sameMoney(account, line)
}

async function decide(run: Run, how: 'settle' | 'fail', which: number) {
  if (run.pending.length === 0) return
  const { account, id } = pick(run.pending, which)
  const line = account.lines.get(id)
  if (!line) throw new Error('a pending line is in the model')
  const counter = pick(run.internals, account.currency === 'usd' ? 0 : 1)
  const { refused, answer } = await attempt(() =>
    how === 'fail'
      ? ledger.fail(run.db.sql, { transactionId: id, reason: 'no', at: run.at })
      : ledger.settle(run.db.sql, {
          ...{ transactionId: id, counter: counter.id, kind: 'model', ...moment(run) },
        }),
  )
  const closed = how === 'settle' && account.closed
  strictEqual(refused, closed ? 'account_closed' : line.state === 'pending' ? null : 'not_pending')
  if (!answer) return
  model.decide(account, line, {
    state: how === 'settle' ? 'completed' : 'failed',
    day: moment(run).day,
  })
  if (how === 'settle') {
    counter.balanceMinor += line.type === 'debit' ? line.amountMinor : -line.amountMinor
  }
  const [posted] = answer.lines
  if (posted) sameMoney(account, posted)
}

async function reverse(run: Run, which: number) {
  if (run.entries.length === 0) return
  const entry = pick(run.entries, which)
  const legs = entry.legs.map((leg) => ({ ...leg, amountMinor: -leg.amountMinor }))
  const expected = entry.reversed ? 'already_reversed' : model.refusalOf(legs)
  const { refused, answer } = await attempt(() =>
    ledger.reverse(run.db.sql, {
      ...{ entryId: entry.id, kind: 'reversal', memo: 'Reversal', ...moment(run) },
    }),
  )
  strictEqual(refused, expected)
  if (!answer) return
  entry.reversed = true
  model.apply(
    legs,
    answer.lines.map(({ id }) => id),
    moment(run).day,
  )
}

async function again(run: Run, how: 'retry' | 'reuse', which: number) {
  if (run.orders.length === 0) return
  const { order, answer: first } = pick(run.orders, which)
  const once = { ...order.once, fingerprint: how === 'retry' ? 'first' : 'other' }
  const { refused, answer } = await attempt(() => ledger.post(run.db.sql, { ...order, once }))
  strictEqual(refused, how === 'retry' ? null : 'key_reused')
  if (how === 'retry') deepStrictEqual(answer, { ...first, replayed: true })
}

/** Transfers to and fro at the same time: some order of them must explain what each was answered. */
async function cross(run: Run, { one, other, amounts }: Extract<Op, { op: 'cross' }>) {
  const usd = run.customers.filter(({ currency, closed }) => currency === 'usd' && !closed)
  if (usd.length < 2) return
  const a = pick(usd, one)
  const b = pick(
    usd.filter((account) => account !== a),
    other,
  )
  const planned = amounts.map((amountMinor, index) =>
    plan(run, [
      { account: index % 2 ? b : a, amountMinor: -amountMinor },
      { account: index % 2 ? a : b, amountMinor },
    ]),
  )
  const results = await Promise.all(
    planned.map(({ order }) => attempt(() => ledger.post(run.db.sql, order))),
  )
  const outcomes = planned.map((each, index) => ({ each, result: results[index] }))
  const order = explain(outcomes)
  if (!order) {
    const told = results.map(({ refused }) => refused ?? 'done').join(', ')
    throw new Error(`No order of the crossing transfers explains: ${told}`)
  }
  for (const { each, result } of order) if (result?.answer) accept(run, each, result.answer)
}

type Outcome = { each: Planned; result: Attempt<ledger.Posted> | undefined }

/** Tries the orders in which they may have happened; the accounts are as before when it returns. */
function explain(left: Outcome[]): Outcome[] | null {
  if (left.length === 0) return []
  for (const outcome of left) {
    const expected = model.refusalOf(outcome.each.legs)
    if (expected !== (outcome.result?.refused ?? null)) continue
    const moved = expected ? [] : outcome.each.legs
    for (const { account, amountMinor } of moved) account.balanceMinor += amountMinor
    const rest = explain(left.filter((one) => one !== outcome))
    for (const { account, amountMinor } of moved) account.balanceMinor -= amountMinor
    if (rest) return [outcome, ...rest]
  }
  return null
}

async function compare({ db, internals, customers, receivables }: Run) {
  const everyone = [...internals, ...customers, ...receivables]
  const stored = await db.sql`
    select id, balance_minor as "balanceMinor", held_minor as "heldMinor", line_count as lines
    from ledger_accounts where id = any(${everyone.map(({ id }) => id)}) order by id`
  const expected = everyone
    .map(({ id, balanceMinor, heldMinor, lines }) => ({
      ...{ id, balanceMinor, heldMinor, lines: BigInt(lines.size) },
    }))
    .sort((a, b) => Number(a.id - b.id))
  deepStrictEqual(
    stored.map((row) => ({ ...row })),
    expected,
  )
  await comparePots(db, customers)
  const busiest = customers.reduce((a, b) => (b.lines.size > a.lines.size ? b : a))
  for (const account of customers) {
    if (account.lines.size > 0) await compareLines(db, account, account === busiest)
  }
}

async function compareLines(db: Db, account: model.ModelAccount, closely: boolean) {
  const { lines, total } = await readPage(db.sql, {
    ...{ accountId: account.id, page: 1, perPage: 1_000 },
  })
  strictEqual(total, account.lines.size)
  const stored = lines.map(({ id, type, amountMinor, state, day, ownAccount }) => [
    id,
    { type, amountMinor, state, day, ownAccount },
  ])
  const byId = (a: unknown[], b: unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1)
  const expected = [...account.lines].map(([id, { doneOn: _, ...line }]) => [id, line])
  deepStrictEqual(stored.sort(byId), expected.sort(byId))
  if (!closely) return
  const accountId = account.id
  const days = [...account.lines.values()].map(({ day }) => day).sort()
  const from = days[Math.floor(days.length / 3)] ?? ''
  const to = account.lastDay
  const sums = model.totalsOf(account, from, to)
  deepStrictEqual(await sumsOf(db.sql, { accountId, from, to }), sums)
  const some = await readPage(db.sql, { accountId, from, to, page: 1, perPage: 10 })
  strictEqual(some.total, days.filter((day) => day >= from && day <= to).length)
}

function sameMoney(account: model.ModelAccount, line: ledger.PostedLine) {
  strictEqual(line.balanceMinor, account.balanceMinor)
  strictEqual(line.availableMinor, account.balanceMinor - account.heldMinor)
}

function moment({ at }: Run): ledger.Moment {
  return { at, day: at.toISOString().slice(0, 10) }
}
