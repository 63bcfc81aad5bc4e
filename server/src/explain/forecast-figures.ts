import { forecastDays, messages } from '@passbook/contract'
import { type Explained, explainFigure, type Figure as Foretold } from '#forecast/figure-parts.ts'
import { forecastIn } from '#forecast/forecast.ts'
import { momentOf } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { accountIn } from './account-figures.ts'
import type { Asked, Figure, Part } from './figure.ts'

/** A figure of what an account will hold: what is there now, and what moves it until then. */
const foretold = (of: (asked: Asked) => Foretold): Figure => ({
  async read(scene, asked) {
    const { bank, sql, customer } = scene
    const { publicId, currency } = await accountIn(scene, asked)
    const days = daysTo(momentOf(bank).day, asked.end_date)
    const forecast = await forecastIn(bank, sql, customer.id, { accountId: publicId, days })
    const made = explainFigure(forecast, of(asked))
    if (!made) throw new Failure('invalid', messages.dateInvalid, { field: 'end_date' })
    return {
      currency,
      totalMinor: made.totalMinor,
      parts: byDay(made.parts).map(({ kind, text, amountMinor, on, id }): Part => {
        const part = { Kind: kind, On: on, Text: text, Amount: amountMinor, Parts: null }
        if (kind !== 'balance') return { ...part, Reference: kind === 'hold' ? id : null }
        const whole = { figure: 'balance', account: publicId }
        return { ...part, Kind: 'figure', Text: 'balance', Parts: whole, Reference: null }
      }),
      next: null,
    }
  },
})

/** What has a day stands by its day, also what is paid by hand; the rest keeps its place. */
function byDay(parts: Explained['parts']): Explained['parts'] {
  const dated = parts
    .filter(({ on }) => on !== null)
    .toSorted((one, other) => Date.parse(one.on ?? '') - Date.parse(other.on ?? ''))
  return parts.map((part) => (part.on === null ? part : (dated.shift() ?? part)))
}

/** As many days as lead to the one that is asked for, so that the forecast has it. */
function daysTo(today: string, day = today): number {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
  return Math.min(Math.max(days, 1), forecastDays.max)
}

export const safe = foretold(() => ({ name: 'safe_to_spend' }))

export const lowest = foretold(() => ({ name: 'lowest' }))

/** What there will be at the end of a day, by all that is scheduled until then. */
export const point = foretold(({ end_date = '' }) => ({
  ...{ name: 'point', on: end_date, line: 'scheduled' },
}))
