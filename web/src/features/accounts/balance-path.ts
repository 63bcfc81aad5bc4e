/** The size of the drawing; it is stretched to its place. */
export const box = { width: 300, height: 80 } as const
// The line stays this far from the edges, so that its own width is not cut.
const edge = 4

/** The smallest and the largest of some sums. */
export function extremesOf(sumsMinor: readonly bigint[]) {
  const sorted = sumsMinor.toSorted((one, other) => (one < other ? -1 : Number(one > other)))
  return { lowest: sorted[0] ?? 0n, highest: sorted.at(-1) ?? 0n }
}

/** The height of each balance in the drawing, from its top: the highest at the top, equal ones halfway. */
export function heightsOf(balancesMinor: readonly bigint[]): number[] {
  const { lowest, highest } = extremesOf(balancesMinor)
  const range = highest - lowest
  const room = box.height - 2 * edge
  return balancesMinor.map((one) => {
    const share = range === 0n ? 500 : Number(((one - lowest) * 1000n) / range)
    return edge + (room * (1000 - share)) / 1000
  })
}

/** The path of a line through all balances, the same distance apart. */
export function pathOf(balancesMinor: readonly bigint[]): string {
  const step = box.width / Math.max(balancesMinor.length - 1, 1)
  const places = heightsOf(balancesMinor).map(
    (height, at) => `${(at * step).toFixed(1)} ${height.toFixed(1)}`,
  )
  return `M${places.join('L')}`
}
