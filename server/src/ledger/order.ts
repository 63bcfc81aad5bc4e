import { json, type Sql } from '#db/db.ts'
import {
  type Answer,
  type Leg,
  type LineDetails,
  legJson,
  lineJson,
  type Moment,
  type Posted,
  posted,
} from './ledger.ts'

/** A customer's order with its approval; see the function transfer_order. */
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
  /** The same for what is exchanged between own accounts, which is counted apart. */
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

type Waiting = {
  rail: Rail
  payee: string
  toAccountId?: bigint
  dueAt: Date
  /** Until then the customer may call it back. */
  undoUntil?: Date | undefined
}

/** Runs a whole order in one call; a refusal of its approval comes back as its code. */
export async function runOrder(sql: Sql, order: OrderRequest): Promise<Posted | string> {
  const [row] = await sql<Answer>`select transfer_order(${json(orderJson(order))}) as answer`
  if (!row) throw new Error('a ledger function answers one row')
  return outcomeOf(row.answer)
}

const approvalCodes = /^(?:pin_|otp_|passkey_|transfers_off|frozen|daily_limit|cooling|request_)/

/** What became of an order; a refusal by the ledger itself is thrown. */
export function outcomeOf(answer: Answer['answer']): Posted | string {
  return approvalCodes.test(answer.code) ? answer.code : posted([{ answer }])
}

/** An order as the functions read it. */
export function orderJson(order: OrderRequest) {
  return {
    customer: order.customerId,
    at: order.at,
    day: order.day,
    now: order.now,
    today: order.today,
    once_key: order.onceKey,
    fingerprint: order.fingerprint,
    pin_hmac: order.pinHmac,
    code_hmac: order.codeHmac,
    order_hashes: order.orderHashes,
    approval: order.approval?.name,
    approval_order: order.approval?.orderHash,
    usd: order.usdMinor,
    usd_limit: order.usdLimitMinor,
    exchange_usd: order.exchangeUsdMinor,
    exchange_limit: order.exchangeLimitUsdMinor,
    cooling_limit: order.coolingLimitUsdMinor,
    request: order.request,
    ...effectJson(order.effect),
  }
}

function effectJson(effect: Effect) {
  if ('legs' in effect) return { ...effect, legs: effect.legs.map(legJson) }
  const { rail, payee, toAccountId, dueAt, undoUntil } = effect.transfer
  return {
    pend: {
      account: effect.accountId,
      amount: -effect.amountMinor,
      line: lineJson(effect.line),
    },
    transfer: { rail, payee, to_account: toAccountId, due_at: dueAt, undo_until: undoUntil },
  }
}
