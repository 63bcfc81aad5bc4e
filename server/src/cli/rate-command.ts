import {
  accountTypeNames,
  type CurrencyCode,
  currencyCodes,
  isRealDate,
  parseMoney,
  type RateTable,
  type RateTier,
  toDecimal,
  toPercent,
} from '@passbook/contract'
import { listRates, type RateKey, setRates } from '#interest/rates.ts'
import { momentOf } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import type { Command } from './command.ts'

const usage = 'rate [<account type> <currency or all> <from date> <percent>[@<from amount>] ...]'

/** What savings earn: listed, or set from a day to come. */
export const rateCommand: Command = {
  usage,
  does: 'list what accounts earn, or set it from a day to come, by the part of a balance above an amount',
  takes: 0,
  open: true,
  run: (bank, words, { deed }) =>
    deed(async (sql) => {
      if (words.length === 0) {
        const { day } = momentOf(bank)
        const lines = inForce(await listRates(sql), day).map(lineOf)
        return lines.join('\n') || 'Nothing earns interest'
      }
      const order = readOrder(words)
      await setRates(bank, sql, order)
      return order.currencies.map((currency) => lineOf({ ...order, currency })).join('\n')
    }),
}

/** What holds today and what comes; what was before is left out. */
function inForce(tables: (RateKey & RateTable)[], day: string): (RateKey & RateTable)[] {
  return tables.filter(
    ({ type, currency, from }) =>
      from > day ||
      !tables.some(
        (other) =>
          other.type === type &&
          other.currency === currency &&
          other.from > from &&
          other.from <= day,
      ),
  )
}

function lineOf({ type, currency, from, tiers }: RateKey & RateTable): string {
  const parts = tiers.map(({ fromMinor, rateMillionths }) => {
    const above = fromMinor > 0n ? ` above ${toDecimal(fromMinor)}` : ''
    return `${toPercent(rateMillionths)} %${above}`
  })
  return `${type} ${currency} from ${from}: ${parts.join(', ')}`
}

function readOrder([type = '', currency = '', from = '', ...rates]: string[]) {
  const types: readonly string[] = accountTypeNames
  const codes: readonly string[] = currencyCodes
  if (!types.includes(type)) {
    throw new Failure('invalid', `There are these account types: ${types.join(', ')}`)
  }
  if (currency !== 'all' && !codes.includes(currency)) {
    throw new Failure('invalid', `There are these currencies: ${codes.join(', ')}, all`)
  }
  if (rates.length === 0) throw new Failure('invalid', `Say: ${usage}`)
  if (!isRealDate(from)) throw new Failure('invalid', `${from} is no date like 2027-01-31`)
  const tiers = rates.map(readTier).sort((a, b) => (a.fromMinor < b.fromMinor ? -1 : 1))
  if (new Set(tiers.map(({ fromMinor }) => fromMinor)).size < tiers.length) {
    throw new Failure('invalid', 'Two rates begin at the same amount')
  }
  const currencies =
    currency === 'all' ? currencyCodes : currencyCodes.filter((code) => code === currency)
  return { type, currencies: currencies as readonly CurrencyCode[], from, tiers }
}

/** `2.5` for all of a balance, `2.5@10000` for what lies above 10,000.00. */
function readTier(word: string): RateTier {
  const [percent = '', from = '0', ...more] = word.split('@')
  const match = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(percent)
  const fromMinor = from === '0' ? 0n : parseMoney(from)
  const rateMillionths = match ? BigInt(`${match[1]}${(match[2] ?? '').padEnd(4, '0')}`) : -1n
  if (rateMillionths < 0n || rateMillionths > 1_000_000n || fromMinor === null || more.length > 0) {
    throw new Failure('invalid', `${word} is no rate like 2.5 or 2.5@10000, of at most 100 %`)
  }
  return { fromMinor, rateMillionths }
}
