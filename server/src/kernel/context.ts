import { type CurrencyCode, dayIn } from '@passbook/contract'
import type { Db, Replica } from '#db/db.ts'
import type { Leg, LineDetails, Moment, Posted } from '#ledger/ledger.ts'
import type { Mailer } from '#mail/mailer.ts'
import type { Metrics } from '#metrics/metrics.ts'
import type { Background } from './background.ts'
import type { BatchLimits } from './batching.ts'
import type { BankClock } from './clock.ts'
import type { Config } from './config.ts'

/** What the domain works with; app.ts and the operator's command line put it together. */
export type Bank = {
  db: Db
  /** Where statements, receipts and exports are read first, if there is a standby. */
  replica: Replica | undefined
  clock: BankClock
  mailer: Mailer
  background: Background
  config: Config
  /** Runs a transfer (`makePostOrder`). */
  postOrder: PostOrder
  /** Looks accounts up (`makeFindAccounts`). */
  findAccounts: FindAccounts
  metrics: Metrics
}

/** A customer's order with its approval; see `runOrder`. */
export type OrderRequest = Moment & {
  /** The real time, which its approval goes by, and the day of that. */
  now: Date
  today: string
  customerId: bigint
  onceKey: string
  fingerprint: string
  /** Null where a passkey approves in its place. */
  pinHmac: string | null
  codeHmac: string
  /** The name of a passkey's proof, and the order that it must be for. */
  approval?: { name: string; orderHash: string }
  /** A code that was asked for with an order is good for one of these only. */
  orderHashes: string[]
  /** What counts towards the day's limit, in US cents. */
  usdMinor: bigint
  usdLimitMinor: bigint
  /** What is exchanged between own accounts, in US cents, which is counted apart. */
  exchangeUsdMinor?: bigint
  exchangeLimitUsdMinor?: bigint
  /** What payees not paid before may get on a day after a change that a thief would make. */
  coolingLimitUsdMinor: bigint
  /** The hash of the token of the request that it pays. */
  request?: string | undefined
  effect: Effect
}

/** Posted at once inside the bank, or held until a rail has paid it. */
export type Effect =
  | { kind: string; memo: string; legs: Leg[] }
  | { accountId: bigint; amountMinor: bigint; line: LineDetails; transfer: Waiting }

export type Rail = 'bank' | 'swift' | 'card' | 'bitcoin' | 'inside' | 'biller' | 'division'

/** What waits for a rail. */
export type Waiting = {
  rail: Rail
  payee: string
  toAccountId?: bigint
  dueAt: Date
  /** Until then the customer may call it back. */
  undoUntil?: Date | undefined
}

/** Runs an order; a refusal of its approval comes back as its code. */
export type PostOrder = (order: OrderRequest) => Promise<Posted | string>

/** An open account of anybody, with who holds it. */
export type FoundAccount = {
  id: bigint
  publicId: string
  number: string
  name: string
  type: string
  currency: CurrencyCode
  balanceMinor: bigint
  availableMinor: bigint
  ownerId: bigint
  holder: string
  /** Until when the owner has no look-ups left, which may be over; null for who has some. */
  missesUntil: Date | null
}

/** Accounts by their ids on the wire and by their numbers. */
export type WantedAccounts = { publicIds: readonly string[]; numbers: readonly string[] }

export type FindAccounts = (wanted: WantedAccounts) => Promise<FoundAccount[]>

/**
 * How calls are batched. The embedded database has one connection: a batch that passed a slow one
 * there would wait for it all the same, only smaller, and the slower the smaller. And it blocks the
 * event loop.
 */
export function batchLimits({ db, config }: Pick<Bank, 'db' | 'config'>): BatchLimits {
  const onEmbedded = { patienceMs: Infinity, gather: true }
  return { max: config.batchMax, ...(db.kind === 'embedded' && onEmbedded) }
}

/** Now in business time, with its booking day in the bank's zone. */
export function momentOf({ clock, config }: Pick<Bank, 'clock' | 'config'>): Moment {
  const at = clock.businessNow()
  return { at, day: dayOf(at, config.bankZone) }
}

/** Now in business time and in real time, which an approval and limits against thieves go by. */
export function approvalMoment(
  bank: Pick<Bank, 'clock' | 'config'>,
): Moment & { now: Date; today: string } {
  const now = bank.clock.now()
  return { ...momentOf(bank), now, today: dayOf(now, bank.config.bankZone) }
}

let latest = { second: Number.NaN, zone: '', day: '' }

/** Cached for a second: days begin on a whole one, and a busy bank asks thousands of times in it. */
function dayOf(at: Date, zone: string): string {
  const second = Math.floor(at.getTime() / 1000)
  if (second !== latest.second || zone !== latest.zone) {
    latest = { second, zone, day: dayIn(at, zone) }
  }
  return latest.day
}
