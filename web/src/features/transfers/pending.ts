import type { Kind, Order, Values } from './flow.ts'

// The tab's own storage: it outlives a reload, and a copy of the tab asks with the same key.
const key = 'transfer'
const draftKey = 'transfer-draft'
/** These never touch a storage; PIN and code are no part of an order to begin with. */
const secretFields = new Set(['card_number', 'card_cv2'])

type Pending = { user: string; order: Order }
/** What was typed into the forms, and what was filled in last and not sent yet. */
export type Draft = { forms: Partial<Record<Kind, Values>>; order: Order | null }

/** Remembers an order from before it is sent until its outcome is known. */
export function keepPending(user: string, order: Order): void {
  const values = withoutSecrets(order.values)
  try {
    sessionStorage.setItem(key, JSON.stringify({ user, order: { ...order, values } }))
  } catch {
    // A browser without storage still sends once; only a reload would not know of it.
  }
}

/** Forgets it. Of another customer, who has signed in meanwhile, nothing is forgotten. */
export function dropPending(user: string): void {
  try {
    if (readPending(user)) sessionStorage.removeItem(key)
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

/** Keeps what was typed for a reload; nothing is kept where nothing was. */
export function keepDraft(user: string, { forms, order }: Draft): void {
  const typed = Object.entries(forms).filter(([, values]) => isTyped(values))
  try {
    if (typed.length === 0 && !order) {
      sessionStorage.removeItem(draftKey)
      return
    }
    const kept: Draft = {
      forms: Object.fromEntries(typed.map(([kind, values]) => [kind, withoutSecrets(values)])),
      order: order && { ...order, values: withoutSecrets(order.values) },
    }
    sessionStorage.setItem(draftKey, JSON.stringify({ user, ...kept }))
  } catch {
    // Without storage what was typed lasts as long as the page.
  }
}

const isTyped = (values: Values) =>
  Object.values(values).some((value) => value !== '' && value !== 'false')

/** What this customer had typed when the page was loaded anew. */
export function readDraft(user: string): Draft {
  try {
    const held = JSON.parse(sessionStorage.getItem(draftKey) ?? 'null') as
      | (Partial<Draft> & { user?: string })
      | null
    if (held?.user === user) return { forms: held.forms ?? {}, order: held.order ?? null }
  } catch {
    // What cannot be read was not written here.
  }
  return { forms: {}, order: null }
}

function withoutSecrets(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secretFields.has(name)))
}
