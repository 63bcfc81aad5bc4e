/** Runs as soon as no cover lies over an element; the returned function gives up. */
export function whenFree(element: HTMLElement, run: () => void): () => void {
  const covered = element.closest('[inert]')
  if (!covered) {
    run()
    return () => {}
  }
  const watch = new MutationObserver(() => {
    if (covered.hasAttribute('inert')) return
    watch.disconnect()
    run()
  })
  watch.observe(covered, { attributes: true, attributeFilter: ['inert'] })
  return () => watch.disconnect()
}
