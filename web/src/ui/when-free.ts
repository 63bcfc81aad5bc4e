/** Runs as soon as no cover lies over an element; the returned function gives up. */
export function whenFree(element: HTMLElement, run: () => void): () => void {
  const watch = new MutationObserver(look)
  // The cover of a navigation may come in the same moment, after the page under it.
  const first = setTimeout(() => {
    const covered = element.closest('[inert]')
    if (covered) watch.observe(covered, { attributes: true, attributeFilter: ['inert'] })
    look()
  })
  function look() {
    if (element.closest('[inert]')) return
    watch.disconnect()
    run()
  }
  return () => {
    clearTimeout(first)
    watch.disconnect()
  }
}
