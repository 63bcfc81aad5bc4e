import { randomInt } from 'node:crypto'
import { type CurrencyCode, dayIn, uuid } from '@passbook/contract'
import { notePaid } from '#beneficiaries/paid.ts'
import type { Sql } from '#db/db.ts'
import { type Bank, momentOf, type Rail } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { type InternalName, internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { byId } from '#ledger/statement-lines.ts'
import type { Decision } from './rails.ts'

/** A transfer that is neither paid nor refused yet; its row is locked. */
export type Waiting = {
  transactionId: string
  customerId: bigint
  rail: Rail
  payee: string
  toAccountId: bigint | null
  usdMinor: bigint
  /** Whether it counts towards what strangers get while cooling. */
  stranger: boolean
  /** Its booking day; it counts towards the limits of that. */
  day: string
  /** In real time; null where it was not kept. */
  orderedAt: Date | null
  /** The end of a lease: until then a network is being asked. */
  claimedUntil: Date | null
  /** How often it was claimed, to be paid. */
  tries: number
  /** Whether it waits for the operator and nobody is asked. */
  review: boolean
  undoUntil: Date | null
}

const counterOfRail: Record<Exclude<Rail, 'inside'>, InternalName> = {
  bank: 'clearing',
  swift: 'clearing',
  card: 'cards',
  bitcoin: 'crypto',
  biller: 'billers',
  division: 'interbranch',
}

/** Locks a transfer that waits for a decision; undefined where it has one. */
export async function lockWaiting(sql: Sql, transactionId: string): Promise<Waiting | undefined> {
  const [waiting] = await sql<Waiting>`
    select transaction_id as "transactionId", customer_id as "customerId", rail, payee,
      to_account_id as "toAccountId", usd_minor as "usdMinor", stranger, day,
      ordered_at as "orderedAt", claimed_until as "claimedUntil",
      tries, review, undo_until as "undoUntil"
    from transfers where transaction_id = ${transactionId} and not done for update`
  return waiting
}

type Decided = {
  transactionId: string
  decision: Decision
  /** The operator has looked at the network and it has not paid. */
  looked?: boolean
}

/**
 * What the operator decides about a transfer that waits, unless a network is deciding it just now.
 * One to another division is only sent on its way: it is paid when that division has credited it.
 */
export async function decideTransfer(
  bank: Bank,
  sql: Sql,
  { transactionId, decision, looked = false }: Decided,
): Promise<'decided' | 'sent'> {
  const waiting = uuid.test(transactionId) ? await lockWaiting(sql, transactionId) : undefined
  if (!waiting) throw new Failure('invalid', 'No pending transfer has this reference')
  const leaseMs = (waiting.claimedUntil?.getTime() ?? 0) - bank.clock.now().getTime()
  if (leaseMs > 0) {
    const seconds = Math.ceil(leaseMs / 1000)
    throw new Failure('under_way', `The network is being asked. Try again in ${seconds} seconds`, {
      data: { retryAfterSeconds: seconds },
    })
  }
  if (waiting.rail === 'division' && 'paid' in decision) {
    await sql`
      update transfers set review = false, due_at = ${bank.clock.businessNow()}
      where transaction_id = ${transactionId}`
    return 'sent'
  }
  // Once asked it may have credited, and its answer got lost: giving the money back would make some.
  if (waiting.rail === 'division' && waiting.tries > 0) {
    throw new Failure('under_way', 'The other division has been asked; its answer decides')
  }
  const mayBePaid = waiting.tries > 0 && !waiting.review && waiting.rail !== 'inside'
  if (mayBePaid && 'refused' in decision && !looked) {
    throw new Failure(
      'under_way',
      'The network was asked and has not answered: it may have paid. Look there, then use fail-asked',
    )
  }
  await finish(bank, sql, waiting, decision)
  return 'decided'
}

/** Settles or fails a transfer whose row is locked. */
export async function finish(
  bank: Bank,
  sql: Sql,
  waiting: Waiting,
  decision: Decision,
): Promise<void> {
  const { transactionId } = waiting
  const moment = momentOf(bank)
  if ('paid' in decision) {
    const line = await byId(sql, transactionId)
    if (!line) throw new Error('a waiting transfer has a statement line')
    const [holder] = await sql<{ number: string; owner: string; currency: CurrencyCode }>`
      select a.number, c.first_name || ' ' || c.last_name as owner, l.currency
      from accounts a join customers c on c.id = a.owner_id
        join ledger_accounts l on l.id = a.account_id
      where a.account_id = ${line.accountId}`
    if (!holder) throw new Error('a statement line belongs to an account')
    const counter = await counterOf(sql, waiting, { ...line, ...holder }, line.accountId)
    await ledger.settle(sql, { ...moment, transactionId, ...counter })
    await notePaid(sql, [{ customerId: waiting.customerId, line }], bank)
  } else {
    await ledger.fail(sql, { transactionId, reason: decision.refused, at: moment.at })
    await uncount(bank, sql, waiting)
  }
  await sql`update transfers set done = true where transaction_id = ${transactionId}`
}

/** What did not leave counts no more: not on its booking day, nor among strangers on the real one. */
async function uncount(bank: Bank, sql: Sql, waiting: Waiting): Promise<void> {
  const { customerId, usdMinor, stranger, orderedAt, day } = waiting
  const realDay = stranger && orderedAt ? dayIn(orderedAt, bank.config.bankZone) : day
  const strangersMinor = stranger ? usdMinor : 0n
  // In the order of days, against deadlocks: whoever counts locks the two rows in the same one.
  for (const one of [...new Set([realDay, day])].sort()) {
    await sql`
      update transfer_days
      set usd_minor = greatest(usd_minor - ${one === day ? usdMinor : 0n}, 0),
        strangers_usd_minor =
          greatest(strangers_usd_minor - ${one === realDay ? strangersMinor : 0n}, 0)
      where customer_id = ${customerId} and day = ${one}`
  }
}

/**
 * Settles together those of these transfers that were paid and still wait; answers which. One that
 * cannot be settled so is left, as it was.
 */
export async function settlePaid(bank: Bank, sql: Sql, ids: readonly string[]): Promise<string[]> {
  const moment = momentOf(bank)
  const waiting = await sql<Pick<Waiting, 'transactionId' | 'rail' | 'toAccountId'> & Source>`
    select f.transaction_id as "transactionId", f.rail, f.to_account_id as "toAccountId",
      t.account_id as "accountId", t.description, t.own_account as "ownAccount", a.number,
      c.first_name || ' ' || c.last_name as owner, l.currency
    from transfers f join transactions t on t.id = f.transaction_id
      join accounts a on a.account_id = t.account_id join customers c on c.id = a.owner_id
      join ledger_accounts l on l.id = t.account_id
    where f.transaction_id = any(${ids}::uuid[]) and not f.done
    order by f.transaction_id for update of f`
  if (waiting.length === 0) return []
  // One sub-account of the bank for all of them, so that two processes seldom wait for each other.
  const beside = waiting[randomInt(waiting.length)]?.accountId ?? 0n
  const orders = []
  for (const one of waiting) {
    const counter = await counterOf(sql, one, one, beside)
    orders.push({ transactionId: one.transactionId, ...counter })
  }
  const results = await ledger.settleMany(sql, orders, moment)
  const done = waiting.flatMap(({ transactionId }, index) =>
    results[index] ? [transactionId] : [],
  )
  // Since when somebody is no stranger goes by real time, as everything against thieves does.
  await sql`
    with done as (
      update transfers set done = true where transaction_id = any(${done}::uuid[])
      returning transaction_id, customer_id)
    select payees_paid(array_agg(d.customer_id), array_agg(to_jsonb(t)),
      array_agg(${bank.clock.now()}::timestamptz))
    from done d join transactions t on t.id = d.transaction_id`
  return done
}

/** The account that a transfer leaves, and what its line says. */
type Source = {
  accountId: bigint
  description: string
  ownAccount: boolean
  number: string
  owner: string
  currency: CurrencyCode
}

/** The other side of a transfer: the rail's account, or the payee's with a line of its own. */
async function counterOf(
  sql: Sql,
  { rail, toAccountId }: Pick<Waiting, 'rail' | 'toAccountId'>,
  source: Source,
  beside: bigint,
) {
  if (rail !== 'inside') {
    return {
      counter: await internalAccount(sql, counterOfRail[rail], source.currency, beside),
      kind: `settle.${rail}`,
    }
  }
  if (toAccountId === null) throw new Error('a transfer inside the bank names its payee')
  return {
    counter: toAccountId,
    kind: 'transfer.local',
    counterLine: {
      purpose: 'transfer' as const,
      method: 'local',
      gateway: 'passbook',
      name: source.owner,
      accountNumber: source.number,
      description: source.description,
      same: true,
      ownAccount: source.ownAccount,
    },
  }
}
