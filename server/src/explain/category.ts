import { type CurrencyCode, messages } from '@passbook/contract'
import { accountsIn, daysOf, thisMonth } from '#insights/months.ts'
import { nothingMoved, readMoved } from '#insights/moved.ts'
import { rulesOf } from '#insights/rules.ts'
import { sortOut } from '#insights/sorted.ts'
import { Failure } from '#kernel/failure.ts'
import type { Figure } from './figure.ts'

/** What was spent on something, this month where no days are asked for: whom it went to. */
export const category: Figure = {
  of: 'category',
  dated: true,
  async read({ sql, bank, customer }, { category, currency = 'usd', start_date, end_date }) {
    if (!category) throw new Failure('invalid', messages.filterInvalid, { field: 'category' })
    const days =
      start_date && end_date ? { from: start_date, to: end_date } : daysOf(thisMonth(bank))
    const accounts = accountsIn(customer.id, currency as CurrencyCode)
    const [range = nothingMoved] = (await readMoved(sql, accounts, [days])) ?? []
    const sorted = sortOut(range, await rulesOf(sql, customer.id))
    const counted = sorted.lines.filter((line) => line.category === category)
    const payees = Map.groupBy(counted, ({ name }) => name)
    return {
      currency,
      totalMinor: sorted.categories.get(category)?.amountMinor ?? 0n,
      parts: [...payees].map(([name, lines]) => ({
        ...{ Kind: 'payee', On: null, Text: name, Parts: null, Reference: null },
        Amount: lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
      })),
      next: null,
    }
  },
}
