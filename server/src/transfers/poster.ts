import { isAway } from '#db/away.ts'
import { json, type Sql } from '#db/db.ts'
import { type BatchLimits, batching } from '#kernel/batching.ts'
import type { OrderRequest, PostOrder } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import type { Posted } from '#ledger/ledger.ts'
import { type OrderAnswer, orderJson, outcomeOf, runOrder } from './run-order.ts'

const secondTryWithinMs = 2_000

/** What became of a batch, for whoever keeps count. */
type BatchSize = { orders: number; posted: number }

/** What became of an order, for whoever keeps count. */
type Outcome = 'posted' | 'refused' | 'failed'

type PostOrderOptions = BatchLimits & {
  onBatch?: (size: BatchSize) => void
  onOutcome?: (outcome: Outcome) => void
}

/**
 * Posts orders of one process: at once while nothing is under way, together otherwise. An order that
 * a batch leaves undecided, and every order of a batch that failed, runs by itself; its idempotency
 * key keeps it from taking effect twice even where nobody knows whether the batch was committed.
 */
export function makePostOrder(
  sql: Sql,
  { onBatch = () => {}, onOutcome = () => {}, ...limits }: PostOrderOptions,
): PostOrder {
  async function alone(order: OrderRequest) {
    const outcome = runOrder(sql, order)
    await outcome.catch(() => {})
    return [outcome]
  }
  async function together(orders: OrderRequest[]) {
    const since = performance.now()
    const answers = await runBatch(sql, orders).catch((error: unknown) => {
      // A database that could not be reached so long is not asked again now; the customer may.
      if (
        performance.now() - since > secondTryWithinMs &&
        error instanceof Failure &&
        isAway(error.cause)
      )
        throw error
      return []
    })
    onBatch({
      orders: orders.length,
      posted: answers.filter((answer) => answer && typeof answer !== 'string').length,
    })
    return orders.map((order, index) => answers[index] ?? runOrder(sql, order))
  }
  const batched = batching({
    ...limits,
    run: (orders: OrderRequest[]) => {
      const [first, ...others] = orders
      return first && others.length === 0 ? alone(first) : together(orders)
    },
  })
  return (order) => counted(batched(order), onOutcome)
}

async function counted(
  outcome: Promise<Posted | string>,
  onOutcome: (outcome: Outcome) => void,
): Promise<Posted | string> {
  try {
    const posted = await outcome
    onOutcome(typeof posted === 'string' ? 'refused' : 'posted')
    return posted
  } catch (error) {
    const refused = error instanceof Failure && error.code !== 'unavailable'
    onOutcome(refused ? 'refused' : 'failed')
    throw error
  }
}

async function runBatch(sql: Sql, orders: OrderRequest[]): Promise<(Posted | string | null)[]> {
  const [row] = await sql<{ answers: (OrderAnswer | null)[] }>`
    select transfer_batch(${json(orders.map(orderJson))}) as answers`
  return (row?.answers ?? []).map((answer) => answer && outcomeOf(answer))
}
