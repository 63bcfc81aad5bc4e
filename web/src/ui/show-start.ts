/**
 * Brings the start of what has taken the place of something longer into view, clear of the bar above
 * it (scroll padding). What can be seen already stays where it is.
 */
export function showStart(start: Element): void {
  const dialog = start.closest('dialog')
  const { scrollPaddingBlockStart } = getComputedStyle(dialog ?? document.documentElement)
  const edgePx = dialog?.getBoundingClientRect().top ?? 0
  const clearPx = edgePx + (Number.parseFloat(scrollPaddingBlockStart) || 0)
  if (start.getBoundingClientRect().top < clearPx) start.scrollIntoView({ block: 'start' })
}
