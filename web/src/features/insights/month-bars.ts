import type { insights, Output } from '@passbook/contract'

type Insights = Output<typeof insights>

/** How many categories have a part of each bar to themselves. */
const namedParts = 5

type Part = { category: string | null; minor: bigint }
export type Bar = { month: string; spentMinor: bigint; parts: Part[] }

/**
 * The months as bars, the oldest first, each divided into the categories that most was spent on over
 * all of them; the rest of a bar has no name. The parts of a bar add up to what was spent.
 */
export function barsOf({ Months, Categories }: Insights): { bars: Bar[]; named: string[] } {
  const months = Categories.map(({ Category, Before, Amount }) => ({
    category: Category,
    amounts: [...Before, Amount],
  }))
  const total = ({ amounts }: { amounts: bigint[] }) => amounts.reduce((sum, one) => sum + one, 0n)
  const largest = [...months].sort((one, other) => (total(other) > total(one) ? 1 : -1))
  const named = largest.slice(0, namedParts).filter((one) => total(one) > 0n)
  const bars = Months.map(({ Month, Spent }, at) => {
    const parts: Part[] = named.map(({ category, amounts }) => ({
      ...{ category, minor: amounts[at] ?? 0n },
    }))
    const rest = parts.reduce((left, { minor }) => left - minor, Spent)
    return { month: Month, spentMinor: Spent, parts: [...parts, { category: null, minor: rest }] }
  })
  return { bars, named: named.map(({ category }) => category) }
}

/**
 * Whether spending that was not looked at may be under Other. Where a month has many lines of income
 * alone it is not: income has no categories, and its sum is whole.
 */
export const hasRest = ({ Partial, Categories }: Pick<Insights, 'Partial' | 'Categories'>) =>
  Partial &&
  Categories.some(
    ({ Category, Amount, Before }) =>
      Category === 'other' && [...Before, Amount].some((minor) => minor > 0n),
  )

/** The largest of some amounts, none of which is below zero. */
export function largestOf(amounts: readonly bigint[]): bigint {
  let most = 0n
  for (const one of amounts) if (one > most) most = one
  return most
}
