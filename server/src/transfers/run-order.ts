import { json, type Sql } from '#db/db.ts'
import type { Effect, OrderRequest } from '#kernel/context.ts'
import { type Answer, legJson, lineJson, type Posted, posted } from '#ledger/ledger.ts'
import { waitingJson } from './wait.ts'

/** Runs a whole order in one call; a refusal of its approval comes back as its code. */
export async function runOrder(sql: Sql, order: OrderRequest): Promise<Posted | string> {
  const [row] = await sql<{ answer: OrderAnswer }>`
    select transfer_order(${json(orderJson(order))}) as answer`
  if (!row) throw new Error('a ledger function answers one row')
  return outcomeOf(row.answer)
}

/** The ledger's answer, or with `refused` a code that may have details (`order_refused`). */
export type OrderAnswer = Answer['answer'] & { refused?: true }

/** What became of an order; a refusal by the ledger itself is thrown. */
export function outcomeOf(answer: OrderAnswer): Posted | string {
  return answer.refused ? answer.code : posted([{ answer }])
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
  return {
    pend: {
      account: effect.accountId,
      amount: -effect.amountMinor,
      line: lineJson(effect.line),
    },
    transfer: waitingJson(effect.transfer),
  }
}
