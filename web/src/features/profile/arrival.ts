import { isInArea } from '#paths.ts'

/** The page of the customer area that somebody came from, if a link said so. */
export function backIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('back' in state)) return null
  const { back } = state
  return typeof back === 'string' && isInArea(back) ? back : null
}

/** Focuses a field as soon as no cover lies over it; the returned function gives up. */
export function focusWhenFree(field: HTMLElement): () => void {
  const place = field.closest('section') ?? field
  const focus = () => {
    place.scrollIntoView({ block: 'start' })
    field.focus({ preventScroll: true })
  }
  const covered = field.closest('[inert]')
  if (!covered) {
    focus()
    return () => {}
  }
  const watch = new MutationObserver(() => {
    if (covered.hasAttribute('inert')) return
    watch.disconnect()
    focus()
  })
  watch.observe(covered, { attributes: true, attributeFilter: ['inert'] })
  return () => watch.disconnect()
}
