import type { ForecastDay } from '@passbook/contract'

/** The size of the drawing; it is stretched to its place. */
export const box = { width: 600, height: 200 } as const
// The lines stay this far from the edges, so that their own width is not cut.
const edge = 8

/** Where the days and sums of a forecast lie in the drawing, with some room below the lowest. */
export function scaleOf(days: readonly ForecastDay[]) {
  const sums = days.flatMap(({ scheduled, low, usual }) => [scheduled, low, usual])
  const sorted = sums.sort((one, other) => (one < other ? -1 : Number(one > other)))
  const [lowest = 0n] = sorted
  const highest = sorted.at(-1) ?? 0n
  const below = lowest - (highest - lowest) / 4n
  // Where nothing is below zero the drawing is not either; a line that never moves lies on its top.
  const bottom = lowest >= 0n && (below < 0n || highest === lowest) ? 0n : below
  const range = highest - bottom || 1n
  const step = box.width / Math.max(days.length - 1, 1)
  const room = box.height - 2 * edge
  return {
    bottom,
    x: (at: number) => at * step,
    y: (minor: bigint) => {
      const share = Number(((minor - bottom) * 10_000n) / range) / 10_000
      return edge + room * (1 - share)
    },
  }
}

type Scale = ReturnType<typeof scaleOf>

/** What is scheduled: flat through a day, down to its lowest point, then where it ends. */
export function scheduledPath(days: readonly ForecastDay[], { x, y }: Scale): string {
  return days
    .map(({ scheduled, low }, at) => {
      const end = `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(scheduled).toFixed(1)}`
      if (low >= scheduled) return at === 0 ? end : `H${x(at).toFixed(1)}${end}`
      const dip = `${x(at).toFixed(1)} ${y(low).toFixed(1)}`
      return at === 0 ? `M${dip}${end.replace('M', 'L')}` : `H${x(at).toFixed(1)}L${dip}${end}`
    })
    .join('')
}

export function usualPath(days: readonly ForecastDay[], { x, y }: Scale): string {
  const places = days.map(({ usual }, at) => `${x(at).toFixed(1)} ${y(usual).toFixed(1)}`)
  return `M${places.join('L')}`
}
