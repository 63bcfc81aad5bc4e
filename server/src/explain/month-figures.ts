import { type CurrencyCode, messages, monthPattern, toDecimal } from '@passbook/contract'
import { insightsIn } from '#insights/insights.ts'
import { thisMonth } from '#insights/months.ts'
import { largestFirst } from '#insights/sorted.ts'
import { Failure } from '#kernel/failure.ts'
import { daysAsked, movedIn, sortedIn } from './category.ts'
import type { Figure, Part } from './figure.ts'

/** What was spent in some days from all accounts in a currency: what on. */
export const spending: Figure = {
  async read(scene, asked) {
    const { currency = 'usd' } = asked
    const { from: start_date, to: end_date } = daysAsked(scene, asked)
    const { spentMinor, categories } = await sortedIn(scene, asked)
    const sums = [...categories].map(([category, sum]) => ({ ...sum, category }))
    return {
      currency,
      totalMinor: spentMinor,
      parts: sums.sort(largestFirst(({ category }) => category)).map((sum) => ({
        ...{ Kind: 'category', On: null, Text: sum.category, Amount: sum.amountMinor },
        Parts: { figure: 'category', category: sum.category, currency, start_date, end_date },
        Reference: null,
      })),
      next: null,
    }
  },
}

/** What came into all accounts in a currency in some days: from whom. */
export const came: Figure = {
  async read(scene, asked) {
    const { moved, incomeMinor } = await movedIn(scene, asked)
    const credits = moved.filter(({ type }) => type === 'credit')
    const named = [...Map.groupBy(credits, ({ name }) => name)].map(([name, lines]) =>
      payer(
        name,
        lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
      ),
    )
    // What was not looked at of a very long range.
    const restMinor = named.reduce((left, { Amount }) => left - Amount, incomeMinor)
    return {
      currency: asked.currency ?? 'usd',
      totalMinor: incomeMinor,
      parts: restMinor === 0n ? named : [...named, payer('', restMinor)],
      next: null,
    }
  },
}

const payer = (name: string, minor: bigint): Part => ({
  ...{ Kind: 'payee', On: null, Text: name, Amount: minor, Parts: null, Reference: null },
})

/** What a month, that of the first day asked for, usually costs: the average of those before it, each with its share. */
export const usual: Figure = {
  async read({ bank, sql, customer }, { currency = 'usd', start_date }) {
    const month = start_date?.slice(0, 7) ?? thisMonth(bank)
    if (!monthPattern.test(month)) {
      throw new Failure('invalid', messages.monthInvalid, { field: 'start_date' })
    }
    const of = { month, currency: currency as CurrencyCode }
    const { Currency, AverageSpent, Months } = await insightsIn(bank, sql, customer.id, of)
    const before = Months.slice(0, -1)
    const count = BigInt(before.length)
    let [sumMinor, sharedMinor] = [0n, 0n]
    return {
      currency: Currency.Code,
      totalMinor: AverageSpent,
      parts: before.map(({ Month, Spent }) => {
        // Rounded so that all shares together are the average, which is rounded once.
        sumMinor += Spent
        const upTo = (2n * sumMinor + count) / (2n * count)
        const Amount = upTo - sharedMinor
        sharedMinor = upTo
        return {
          ...{ Kind: 'share', On: Month, Text: String(count), Amount, Parts: null },
          ...{ Reference: null, Original: `${toDecimal(Spent)} ${Currency.Code.toUpperCase()}` },
        }
      }),
      next: null,
    }
  },
}
