import type { Category } from '@passbook/contract'
import { categoryOf } from './bank-rules.ts'
import type { Range } from './moved.ts'

export type Rules = ReadonlyMap<string, Category>
export type Sum = { amountMinor: bigint; count: number }
type Payee = Sum & { name: string; category: Category }
/** What the lines that say the same, or that the customer put somewhere alike, count towards. */
type SortedLine = Payee

/** What a range of days comes to, by what it was for and whom it went to. */
export type Sorted = {
  incomeMinor: bigint
  spentMinor: bigint
  categories: ReadonlyMap<Category, Sum>
  /** What the categories are the sums of. */
  lines: readonly SortedLine[]
  /** The largest first. */
  payees: Payee[]
  /** Whether there were more lines than were looked at. */
  partial: boolean
}

/**
 * Sorts what moved into categories. They add up to all that was spent, to the minor unit: what was not
 * looked at of a very long range is `other`. Income is whole, too, and has no categories.
 */
export function sortOut({ incomeMinor, spentMinor, moved }: Range, rules: Rules): Sorted {
  const categories = new Map<Category, Sum>()
  const lines: SortedLine[] = []
  const payees = new Map<string, Payee>()
  let [cameMinor, seenMinor] = [0n, 0n]
  for (const line of moved) {
    const { type, name, amountMinor, count, touched } = line
    if (type === 'credit') {
      cameMinor += amountMinor
      continue
    }
    seenMinor += amountMinor
    const category = line.chosen ?? categoryOf(line, rules)
    addTo(categories, category, { amountMinor, count: touched })
    lines.push({ name, category, amountMinor, count: touched })
    const payee = payees.get(name)
    // A payee of several categories is named with that of its first, the largest, lines.
    if (payee) Object.assign(payee, added(payee, line))
    else payees.set(name, { name, category, amountMinor, count })
  }
  const restMinor = spentMinor - seenMinor
  if (restMinor > 0n) {
    addTo(categories, 'other', { amountMinor: restMinor, count: 0 })
    lines.push({ name: '', category: 'other', amountMinor: restMinor, count: 0 })
  }
  return {
    ...{ incomeMinor, spentMinor, categories, lines },
    payees: [...payees.values()].sort(largestFirst(({ name }) => name)),
    partial: restMinor > 0n || incomeMinor > cameMinor,
  }
}

const added = (one: Sum, other: Sum): Sum => ({
  amountMinor: one.amountMinor + other.amountMinor,
  count: one.count + other.count,
})

function addTo(sums: Map<Category, Sum>, category: Category, sum: Sum): void {
  sums.set(category, added(sums.get(category) ?? { amountMinor: 0n, count: 0 }, sum))
}

/** By the amount; where that is the same, by a name. */
export function largestFirst<T extends { amountMinor: bigint }>(nameOf: (one: T) => string) {
  return (one: T, other: T): number => {
    if (one.amountMinor !== other.amountMinor) return one.amountMinor > other.amountMinor ? -1 : 1
    return nameOf(one) < nameOf(other) ? -1 : 1
  }
}
