import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { knowsFeature } from './init-user.ts'

/**
 * The keys of what one form orders. The same order keeps its key until it has succeeded, so that a
 * second try after a lost answer has no second effect; another order gets another key. A server that
 * does not know such keys gets none.
 */
export function makeOrderKeys(makeKey: () => string | undefined) {
  let held: { order: string; key: string | undefined } | null = null
  return {
    keyFor(order: Record<string, unknown>): string | undefined {
      const told = JSON.stringify(order)
      if (held?.order !== told) held = { order: told, key: makeKey() }
      return held.key
    },
    /** The order is done: the same one again would be a new one. */
    done() {
      held = null
    },
  }
}

export function useOrderKeys() {
  const client = useQueryClient()
  const keys = useRef<ReturnType<typeof makeOrderKeys>>(undefined)
  keys.current ??= makeOrderKeys(() => (knowsFeature(client, 'idempotency') ? newKey() : undefined))
  return keys.current
}

/**
 * An idempotency key that nobody can guess. `randomUUID` is missing on a page that is not served
 * securely; these bytes are not.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
