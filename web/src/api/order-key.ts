import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { keptMs } from '#ui/draft.ts'
import { knowsFeature } from './init-user.ts'

/**
 * The idempotency keys of what one form orders. The same order keeps its key until it has succeeded, so
 * that a second try after a lost answer has no second effect; another order gets another key. A server
 * that does not know such keys gets none.
 *
 * A form that stays open keeps its key. With a name (`kept`) the key also outlives the form, as what was
 * typed does: for half an hour after the form was last opened. The same order later than that is another
 * one, and must not be answered with the first one's success. Neither Cancel nor a refusal ends it earlier: who
 * cancels after a lost answer cannot know whether the order was made, and a refusal, which uses up no
 * key, may come before the bank has looked for an earlier try.
 */
export function makeOrderKeys(makeKey: () => string | undefined, kept?: string) {
  let held = kept ? read(kept) : null
  // Renewed with what was typed, which lasts half an hour from the last look at it.
  if (kept && held) write(kept, held)
  return {
    keyFor(order: Record<string, unknown>): string | undefined {
      const told = JSON.stringify(order)
      if (held?.order !== told) held = { order: told, key: makeKey() }
      if (kept) write(kept, held)
      return held.key
    },
    /** The order is done: the same one again would be a new one. */
    done() {
      held = null
      if (kept) write(kept, null)
    },
  }
}

type Held = { order: string; key: string | undefined }

function read(name: string): Held | null {
  try {
    const held = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    return Date.now() - held?.at < keptMs ? held : null
  } catch {
    return null
  }
}

function write(name: string, held: Held | null) {
  try {
    if (held) sessionStorage.setItem(name, JSON.stringify({ ...held, at: Date.now() }))
    else sessionStorage.removeItem(name)
  } catch {
    // Without storage the key lasts as long as the page.
  }
}

/** With a name the key also outlives a reload, in the tab's own storage. */
export function useOrderKeys(kept?: string) {
  const client = useQueryClient()
  const keys = useRef<ReturnType<typeof makeOrderKeys>>(undefined)
  keys.current ??= makeOrderKeys(
    () => (knowsFeature(client, 'idempotency') ? newKey() : undefined),
    kept,
  )
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
