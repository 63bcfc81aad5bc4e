import type { Order, Values } from './flow.ts'

// The tab's own storage: it outlives a reload, and a copy of the tab asks with the same key.
const key = 'transfer'
/** These never touch a storage; PIN and code are no part of an order to begin with. */
const secretFields = new Set(['card_number', 'card_cv2'])

type Pending = { user: string; order: Order }

/** Remembers an order from before it is sent until its outcome is known. */
export function keepPending(user: string, order: Order): void {
  const values = withoutSecrets(order.values)
  try {
    sessionStorage.setItem(key, JSON.stringify({ user, order: { ...order, values } }))
  } catch {
    // A browser without storage still sends once; only a reload would not know of it.
  }
}

export function dropPending(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // There is nothing to drop where nothing can be kept.
  }
}

/** The order of this customer that was on its way when the page was left. */
export function readPending(user: string): Order | null {
  try {
    const held = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Pending> | null
    const { order } = held ?? {}
    if (held?.user !== user || !order?.key || !order.kind || !order.values) return null
    // One that was kept before this could be told went to a bank that answers a key once.
    return { ...order, repeatable: order.repeatable !== false }
  } catch {
    return null
  }
}

function withoutSecrets(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secretFields.has(name)))
}
