import { hash, randomUUID } from 'node:crypto'
import type { Account, Transaction } from '@passbook/contract'
import { type OwnAccount, showAccount, showTransaction } from '#accounts/accounts.ts'
import { approvalOf, codeKey, type GivenApproval, orderHash, refusalOf } from '#auth/approval.ts'
import type { Customer } from '#auth/customers.ts'
import { usdValue } from '#auth/outgoing.ts'
import { approvedBy } from '#auth/passkey-approval.ts'
import { approvalMoment, type Bank, type Effect } from '#kernel/context.ts'
import type { Failure } from '#kernel/failure.ts'
import { type Moment, replayOf } from '#ledger/ledger.ts'
import { blankLine, byId, type ShownLine } from '#ledger/statement-lines.ts'
import { wakeOutbox } from '#notifications/outbox.ts'

/** What every transfer is confirmed with. */
export type Confirmed = GivenApproval & { onceKey: string | undefined }

export type Order = {
  type: string
  source: OwnAccount
  amountMinor: bigint
  payee: string
  /** The payee in the words that a code for this order may be bound to, where they differ. */
  codePayees?: string[]
  /** The one of them that a passkey signs, made under the key of today. */
  signedPayee?: string
  /** All else that makes this order another than a similar one. */
  details: string[]
  /** Towards which limit of the day it counts; moves between own accounts towards none. */
  counts: 'sent' | 'exchanged' | 'no'
  /** The hash of the token of the request that it pays. */
  request?: string | undefined
  /** Why this order is refused, unless it was made already. */
  refusal?: Failure | undefined
  effect: Effect
}

export type Placed = { account: Account; transaction: Transaction }

/**
 * Places an order: one call of the database claims its key, checks PIN and code, posts or holds,
 * spends the code and writes every statement line; all of it or nothing.
 */
export async function place(
  bank: Bank,
  customer: Customer,
  order: Order,
  confirmed: Confirmed,
): Promise<Placed> {
  const { db, config } = bank
  const { source, amountMinor, payee, effect } = order
  const named = confirmed.onceKey ?? (await codeKey(bank, customer, confirmed.otp))
  const onceKey = named ?? randomUUID()
  const fingerprint = fingerprintOf(order)
  if (order.refusal) {
    const once = { ownerId: customer.id, onceKey, fingerprint }
    if (!(await replayOf(db.sql, once))) throw order.refusal
  }
  const approval = await approvalFor(bank, customer, order, confirmed)
  const moment = approvalMoment(bank)
  const usdMinor = usdValue(source.currency, amountMinor)
  const outcome = await bank.postOrder({
    ...moment,
    ...approval,
    customerId: customer.id,
    onceKey,
    fingerprint,
    // A client that could not say whom it pays has a code for the amount alone.
    orderHashes: [...(order.codePayees ?? [payee]), ''].map((to) =>
      orderHash({ sourceAccount: source.publicId, amountMinor, to }),
    ),
    usdMinor: order.counts === 'sent' ? usdMinor : 0n,
    usdLimitMinor: config.dailyLimitUsdMinor,
    ...(order.counts === 'exchanged' && {
      exchangeUsdMinor: usdMinor,
      exchangeLimitUsdMinor: config.exchangeLimitUsdMinor,
    }),
    coolingLimitUsdMinor: config.coolingLimitUsdMinor,
    request: order.request,
    effect,
  })
  if (typeof outcome === 'string') {
    throw refusalOf(outcome, confirmed, bank) ?? new Error(`an order was answered ${outcome}`)
  }
  if (!outcome.replayed) wakeOutbox(bank)
  const [written] = outcome.lines
  const line =
    written &&
    (outcome.replayed ? await byId(db.sql, written.id) : lineOf(order, written.id, moment))
  if (!line) throw new Error('a transfer writes a statement line')
  const { balanceMinor, availableMinor } = written
  return {
    account: showAccount({ ...source, balanceMinor, availableMinor }),
    transaction: showTransaction(line, source, { username: customer.username, now: moment.now }),
  }
}

/**
 * The passkey's approval of exactly this order, verified, or PIN and code in its place; an order sent
 * again brings the same one.
 */
async function approvalFor(
  bank: Bank,
  customer: Customer,
  { source, amountMinor, payee, signedPayee }: Order,
  confirmed: Confirmed,
) {
  const to = signedPayee ?? payee
  const order = { sourceAccount: source.publicId, currency: source.currency, amountMinor, to }
  const signed = await approvedBy(bank, customer, { credential: confirmed.approval, order })
  return signed
    ? { pinHmac: null, codeHmac: '', approval: signed }
    : approvalOf(bank.config, customer.id, confirmed)
}

/** The line that was just written, without reading it back. */
function lineOf({ amountMinor, effect }: Order, id: string, { at }: Moment): ShownLine {
  const posted = 'legs' in effect
  return {
    ...blankLine,
    ...(posted ? effect.legs[0]?.line : effect.line),
    id,
    type: 'debit',
    amountMinor,
    state: posted ? 'completed' : 'pending',
    undoUntil: posted ? null : (effect.transfer.undoUntil ?? null),
    createdAt: at,
  }
}

/** What tells one order from another; never the PIN or the code. */
function fingerprintOf({ type, source, amountMinor, payee, details }: Order): string {
  const parts = [type, source.publicId, String(amountMinor), payee, ...details]
  return hash('sha256', JSON.stringify(parts), 'hex')
}
