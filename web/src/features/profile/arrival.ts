import { isInArea } from '#paths.ts'

/** The page of the customer area that somebody came from, if a link said so. */
export function backIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('back' in state)) return null
  const { back } = state
  return typeof back === 'string' && isInArea(back) ? back : null
}
