import type { CurrencyCode } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { clockAt } from '#kernel/clock.ts'
import type { Bank } from '#kernel/context.ts'
import { type InternalName, internalAccount } from '#ledger/chart.ts'
import { exchangeLegs, positionsOf } from '#ledger/exchange.ts'
import * as ledger from '#ledger/ledger.ts'
import { chargeInterest } from '#loans/charge-interest.ts'
import { approveLoan, declineLoan, owedNow, repayLoan } from '#loans/decide.ts'
import { askForLoan } from '#loans/loans.ts'
import { waitForRail } from '#transfers/wait.ts'

/** An account that the history plays on. */
export type Stage = {
  id: bigint
  number: string
  name: string
  currency: CurrencyCode
  ownerName: string
  ownerId: bigint
  publicId: string
}

/** One thing that happens to money at a moment; `end` is how it stands today. */
export type Event = { at: Date } & (
  | { kind: 'credit'; to: Stage; amountMinor: bigint; rail: Rail; line: ledger.LineDetails }
  | { kind: 'debit'; from: Stage; amountMinor: bigint; rail: Rail; line: ledger.LineDetails }
  | { kind: 'local'; from: Stage; to: Stage; amountMinor: bigint; note: string }
  | { kind: 'own'; from: Stage; to: Stage; amountMinor: bigint; note: string }
  | {
      kind: 'loan'
      account: Stage
      amountMinor: bigint
      end: 'granted' | 'pending' | { declined: string }
    }
  | { kind: 'repay'; account: Stage; amountMinor: bigint | 'all' }
  | {
      kind: 'outside'
      type: 'credit' | 'debit'
      account: Stage
      amountMinor: bigint
      rail: Rail
      line: ledger.LineDetails
      end: 'completed' | 'pending' | { failed: string }
    }
)

type Rail = Extract<InternalName, 'clearing' | 'cards' | 'crypto' | 'billers'>

const hourMs = 3_600_000

type DayOf = (at: Date) => string
type Entry = Parameters<typeof ledger.postMany>[1][number] & ledger.Moment

/**
 * Posts events in their order, the way the bank itself does: at once inside the bank, held and settled
 * outside. What stands between two that need more is posted with one call: a year of shopping one by
 * one was half of a first start.
 */
export async function playAll(
  bank: Bank,
  sql: Sql,
  events: readonly Event[],
  dayOf: DayOf,
): Promise<void> {
  let gathered: Entry[] = []
  const flush = async () => {
    const [first] = gathered
    if (!first) return
    const outcomes = await ledger.postMany(sql, gathered, first)
    if (outcomes.includes(null)) throw new Error('an event of the demo could not be posted')
    gathered = []
  }
  for (const event of events) {
    const moment = { at: event.at, day: dayOf(event.at) }
    const entry = await entryOf(sql, event, moment)
    if (entry) {
      gathered.push(entry)
      continue
    }
    await flush()
    await play(bank, sql, event, moment)
  }
  await flush()
}

/** What moves money between two accounts of one currency, and nothing else. */
export async function entryOf(
  sql: Sql,
  event: Event,
  moment: ledger.Moment,
): Promise<Entry | null> {
  switch (event.kind) {
    case 'credit':
      return onRail(sql, event.to, event, moment)
    case 'debit':
      return onRail(sql, event.from, event, moment, -1n)
    // What has come through long ago need not be held first.
    case 'outside':
      if (event.end !== 'completed') return null
      return onRail(sql, event.account, event, moment, event.type === 'credit' ? 1n : -1n)
    case 'local':
    case 'own': {
      const { from, to, note } = event
      if (from.currency !== to.currency) return null
      const [fromLine, toLine] = linesOf(event)
      const legs = [
        { accountId: from.id, amountMinor: -event.amountMinor, line: fromLine },
        { accountId: to.id, amountMinor: event.amountMinor, line: toLine },
      ]
      return { ...moment, kind: `transfer.${fromLine.method}`, memo: note, legs }
    }
    default:
      return null
  }
}

/** Money that comes in over a network, or goes out over it. */
async function onRail(
  sql: Sql,
  { id, currency }: Stage,
  { rail, amountMinor, line }: { rail: Rail; amountMinor: bigint; line: ledger.LineDetails },
  moment: ledger.Moment,
  sign = 1n,
): Promise<Entry> {
  const counter = await internalAccount(sql, rail, currency, id)
  const legs = [
    { accountId: id, amountMinor: sign * amountMinor, line },
    { accountId: counter, amountMinor: -sign * amountMinor },
  ]
  return { ...moment, kind: `demo.${rail}`, memo: '', legs }
}

async function play(bank: Bank, sql: Sql, event: Event, moment: ledger.Moment): Promise<void> {
  switch (event.kind) {
    case 'local':
    case 'own':
      return playExchange(sql, event, moment)
    case 'loan':
    case 'repay':
      return playLoan(asOf(bank, sql, event.at), sql, event)
    case 'outside':
      return playOutside(sql, event, moment)
  }
}

/** The bank on a day gone by, inside the transaction that writes its history. */
export function asOf(bank: Bank, sql: Sql, at: Date): Bank {
  const db = { ...bank.db, sql, transaction: <T>(work: (inner: Sql) => Promise<T>) => work(sql) }
  return { ...bank, db, clock: clockAt(at) }
}

async function playLoan(
  bank: Bank,
  sql: Sql,
  event: Extract<Event, { kind: 'loan' | 'repay' }>,
): Promise<void> {
  const { account } = event
  if (event.kind === 'loan') {
    const order = { account: account.publicId, amount: event.amountMinor }
    const id = await askForLoan(bank, account.ownerId, order)
    if (event.end === 'granted') await approveLoan(bank, sql, { id })
    else if (event.end !== 'pending')
      await declineLoan(bank, sql, { id, reason: event.end.declined })
    return
  }
  await chargeInterest(bank, {})
  const [loan] = await sql<{ id: string }>`
    select public_id as id from loans
    where customer_id = ${account.ownerId} and state = 'active'`
  if (!loan) throw new Error('only a granted loan is paid back')
  const amountMinor =
    event.amountMinor === 'all' ? await owedNow(bank, sql, loan.id) : event.amountMinor
  await repayLoan(bank, sql, { id: loan.id, amountMinor })
}

type Inside = Extract<Event, { kind: 'local' | 'own' }>

/** What the one who pays and the one who is paid read. */
function linesOf(event: Inside): [ledger.LineDetails, ledger.LineDetails] {
  const { from, to, note } = event
  const ownAccount = event.kind === 'own'
  const seen = (other: Stage): ledger.LineDetails => ({
    purpose: 'transfer',
    method: ownAccount ? 'own-account' : 'local',
    gateway: 'passbook',
    description: note,
    same: true,
    ownAccount,
    name: ownAccount ? other.name : other.ownerName,
    accountNumber: other.number,
  })
  return [seen(to), seen(from)]
}

async function playExchange(sql: Sql, event: Inside, moment: ledger.Moment): Promise<void> {
  const { from, to, amountMinor, note } = event
  const [fromLine, toLine] = linesOf(event)
  const payer = { accountId: from.id, currency: from.currency, line: fromLine }
  const payee = { accountId: to.id, currency: to.currency, line: toLine }
  const positions = await positionsOf(sql, payer, payee)
  await ledger.post(sql, {
    ...moment,
    kind: `transfer.${fromLine.method}`,
    memo: note,
    legs: exchangeLegs(payer, payee, { amountMinor, positions }),
  })
}

async function playOutside(
  sql: Sql,
  event: Extract<Event, { kind: 'outside' }>,
  moment: ledger.Moment,
): Promise<void> {
  const { account, type, amountMinor, line, end } = event
  const { lines } = await ledger.pend(sql, {
    ...moment,
    accountId: account.id,
    type,
    amountMinor,
    line,
  })
  const [pending] = lines
  if (!pending) throw new Error('a pending line has an id')
  const transactionId = pending.id
  if (end === 'pending') {
    // It waits for the operator, so that it is still pending when somebody looks.
    if (type === 'debit') await waitForReview(sql, event, moment, pending)
    return
  }
  if (end === 'completed') throw new Error('what has come through is posted at once')
  const at = new Date(event.at.getTime() + 2 * hourMs)
  await ledger.fail(sql, { transactionId, reason: end.failed, at })
}

const transferRails = {
  clearing: 'bank',
  cards: 'card',
  crypto: 'bitcoin',
  billers: 'bank',
} as const

async function waitForReview(
  sql: Sql,
  { account, rail, line }: Extract<Event, { kind: 'outside' }>,
  { at, day }: ledger.Moment,
  pending: ledger.PostedLine,
): Promise<void> {
  await waitForRail(sql, pending, {
    customerId: account.ownerId,
    usdMinor: 0n,
    day,
    review: true,
    transfer: { rail: transferRails[rail], payee: line.accountNumber ?? '', dueAt: at },
  })
}
