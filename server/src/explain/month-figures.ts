import { type CurrencyCode, toDecimal } from '@passbook/contract'
import { insightsIn } from '#insights/insights.ts'
import { accountsIn, daysOf, thisMonth } from '#insights/months.ts'
import { nothingMoved, readMoved } from '#insights/moved.ts'
import type { Asked, Figure, Part, Scene } from './figure.ts'

/** The month that is asked for by its days, or this one, and what insights tell of it. */
function monthIn({ bank, sql, customer }: Scene, { currency = 'usd', start_date }: Asked) {
  const month = start_date?.slice(0, 7) ?? thisMonth(bank)
  const code = currency as CurrencyCode
  return insightsIn(bank, sql, customer.id, { month, currency: code })
}

/** What was spent in a month from all accounts in a currency: what on. */
export const spending: Figure = {
  of: 'currency',
  dated: true,
  async read(scene, asked) {
    const { Month, Currency, Spent, Categories } = await monthIn(scene, asked)
    const { from: start_date, to: end_date } = daysOf(Month)
    const days = { currency: Currency.Code, start_date, end_date }
    return {
      currency: Currency.Code,
      totalMinor: Spent,
      parts: Categories.filter(({ Amount }) => Amount !== 0n).map(({ Category, Amount }) => ({
        ...{ Kind: 'category', On: null, Text: Category, Amount, Reference: null },
        Parts: { figure: 'category', category: Category, ...days },
      })),
      next: null,
    }
  },
}

/** What came into all accounts in a currency in a month: from whom. */
export const came: Figure = {
  of: 'currency',
  dated: true,
  async read({ bank, sql, customer }, { currency = 'usd', start_date }) {
    const days = daysOf(start_date?.slice(0, 7) ?? thisMonth(bank))
    const accounts = accountsIn(customer.id, currency as CurrencyCode)
    const [range = nothingMoved] = (await readMoved(sql, accounts, [days])) ?? []
    const credits = range.moved.filter(({ type }) => type === 'credit')
    const named = [...Map.groupBy(credits, ({ name }) => name)].map(([name, lines]) =>
      payer(
        name,
        lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
      ),
    )
    // What was not looked at of a very long month.
    const restMinor = named.reduce((left, { Amount }) => left - Amount, range.incomeMinor)
    return {
      currency,
      totalMinor: range.incomeMinor,
      parts: restMinor === 0n ? named : [...named, payer('', restMinor)],
      next: null,
    }
  },
}

const payer = (name: string, minor: bigint): Part => ({
  ...{ Kind: 'payee', On: null, Text: name, Amount: minor, Parts: null, Reference: null },
})

/** What a month usually costs: the average of those before it, each with its share. */
export const usual: Figure = {
  of: 'currency',
  dated: true,
  async read(scene, asked) {
    const { Currency, AverageSpent, Months } = await monthIn(scene, asked)
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
