/** Up to this many pages each has its button. */
const allUpTo = 10

/**
 * The numbers a pager shows: all of them while they are few, else the first, the last and those
 * around the current one, so many on each side. A gap stands for two pages or more, since one page
 * takes no more room.
 */
export function pageWindow(current: number, count: number, aroundCurrent = 2): (number | 'gap')[] {
  const all = Array.from({ length: Math.max(count, 0) }, (_, at) => at + 1)
  if (count <= allUpTo) return all
  // Near an end the window keeps its length, so that the buttons do not move under the pointer.
  const middle = Math.min(Math.max(current, 2 + aroundCurrent), count - 1 - aroundCurrent)
  const shown = all.filter(
    (page) => page === 1 || page === count || Math.abs(page - middle) <= aroundCurrent,
  )
  return shown.flatMap((page, at) => {
    const missing = page - (shown[at - 1] ?? 0) - 1
    if (missing === 0) return [page]
    return missing === 1 ? [page - 1, page] : (['gap', page] as const)
  })
}
