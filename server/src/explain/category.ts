import type { Category, CurrencyCode } from '@passbook/contract'
import { accountsIn, daysOf, thisMonth } from '#insights/months.ts'
import { type Days, nothingMoved, type Range, readMoved } from '#insights/moved.ts'
import { rulesOf } from '#insights/rules.ts'
import { type Sorted, sortOut } from '#insights/sorted.ts'
import type { Asked, Figure, Scene } from './figure.ts'

/** The days asked for, or this month. */
export const daysAsked = ({ bank }: Scene, { start_date, end_date }: Asked): Days =>
  start_date && end_date ? { from: start_date, to: end_date } : daysOf(thisMonth(bank))

/** What moved in all accounts in a currency in those days. */
export async function movedIn(scene: Scene, asked: Asked): Promise<Range> {
  const { currency = 'usd' } = asked
  const accounts = accountsIn(scene.customer.id, currency as CurrencyCode)
  const days = [daysAsked(scene, asked)]
  const [range = nothingMoved] = (await readMoved(scene.sql, accounts, days)) ?? []
  return range
}

/** The same by what it was for and whom it went to. */
export const sortedIn = async (scene: Scene, asked: Asked): Promise<Sorted> =>
  sortOut(await movedIn(scene, asked), await rulesOf(scene.sql, scene.customer.id))

/** What was spent on something, this month where no days are asked for: whom it went to. */
export const category: Figure = {
  async read(scene, asked) {
    const { category, currency = 'usd' } = asked
    const sorted = await sortedIn(scene, asked)
    const counted = sorted.lines.filter((line) => line.category === category)
    const payees = Map.groupBy(counted, ({ name }) => name)
    return {
      currency,
      totalMinor: sorted.categories.get(category as Category)?.amountMinor ?? 0n,
      parts: [...payees].map(([name, lines]) => ({
        ...{ Kind: 'payee', On: null, Text: name, Parts: null, Reference: null },
        Amount: lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
      })),
      next: null,
    }
  },
}
