/**
 * The places of a slider from nothing to the most: round amounts, about a hundred of them, and the
 * most itself as the last even where it is not round.
 */
export function notchesOf(maxMinor: bigint) {
  // 5,000.00 goes by 50.00, 7,400,000.00 by 50,000.00; never by less than a cent.
  const digits = maxMinor.toString().length
  const stepMinor = 5n * 10n ** BigInt(Math.max(digits - 3, 0))
  const count = Math.max(Number((maxMinor + stepMinor - 1n) / stepMinor), 1)
  const minorAt = (notch: number) => least(BigInt(notch) * stepMinor, maxMinor)
  /** The nearest place; what is more than the most stands at the end. */
  const notchOf = (minor: bigint) =>
    minor >= maxMinor ? count : Math.min(Number((minor + stepMinor / 2n) / stepMinor), count)
  return { count, minorAt, notchOf }
}

const least = (a: bigint, b: bigint) => (a < b ? a : b)
