import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { currencies, currencyCodes } from './catalog.ts'
import { amount, convertMinor, money, parseMoney, toDecimal, toGrouped, toMoney } from './money.ts'

describe('what a person types', () => {
  test.each([
    ['0', 0n],
    ['5', 500n],
    ['5.5', 550n],
    ['5.05', 505n],
    ['1250.00', 125_000n],
    ['1,250.00', 125_000n],
    ['999,999,999,999.99', 99_999_999_999_999n],
    ['123456789012.34', 12_345_678_901_234n],
  ])('%s is read', (text, minor) => {
    expect(parseMoney(text)).toBe(minor)
  })

  test.each([
    '',
    ' 5 ',
    '-5',
    '-0',
    '+5',
    'NaN',
    'Infinity',
    '1e3',
    '1e309',
    '0x10',
    '1.005',
    '.5',
    '.5.',
    '5.',
    '1,00',
    '12,34.00',
    ',100',
    '1,000,00',
    '１０',
    '٥',
    '9999999999999',
    '999999999999999',
    '1 000',
    '[5]',
  ])('%j is refused', (text) => {
    expect(parseMoney(text)).toBeNull()
  })

  test('nothing written by us is read differently', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 99_999_999_999_999n), (minor) => {
        expect(parseMoney(toDecimal(minor))).toBe(minor)
        expect(parseMoney(toGrouped(minor))).toBe(minor)
      }),
    )
  })
})

describe('what is shown', () => {
  test('fifteen digits stay exact', () => {
    expect(toGrouped(123_456_789_012_345n)).toBe('1,234,567,890,123.45')
    expect(toMoney(-123_456_789_012_345n, '$')).toBe('\u2212$1,234,567,890,123.45')
  })

  test('small amounts keep their zeros', () => {
    expect(toDecimal(5n)).toBe('0.05')
    expect(toDecimal(-5n)).toBe('-0.05')
    expect(toMoney(0n, '€')).toBe('€0.00')
  })
})

describe('the wire', () => {
  // shows D102
  test('an amount leaves as decimal text', () => {
    expect(z.encode(money, 125_000n)).toBe('1250.00')
  })

  // shows §9.12 D102
  test.each([
    ['1250.00', 125_000n],
    ['1250', 125_000n],
    [1250.5, 125_050n],
    [0.1, 10n],
    [0.29, 29n],
    [1e-7, 0n],
    ['-12.3', -1230n],
    ['12.345', 1235n],
  ])('%j arrives exactly', (sent, minor) => {
    expect(z.decode(money, sent)).toBe(minor)
  })

  test('what is no number is refused', () => {
    expect(z.safeDecode(money, 'a lot').success).toBe(false)
  })

  test('an ordered amount must be above zero and carries its own message', () => {
    const ordered = amount('Enter a valid amount')
    expect(z.parse(ordered, '0.01')).toBe(1n)
    expect(z.parse(ordered, 5)).toBe(500n)
    for (const bad of ['0', '0.00', '', undefined, null, [5], {}, -5, 1.005, 1e300]) {
      expect(z.safeParse(ordered, bad).error?.issues[0]?.message).toBe('Enter a valid amount')
    }
  })
})

describe('conversion', () => {
  test('goes to the nearest unit, down or up, as it is told', () => {
    const all = (minor: bigint, values: readonly [string, string]) =>
      (['down', 'nearest', 'up'] as const).map((way) => convertMinor(minor, values, way))
    expect(all(100n, ['1', '0.92'])).toEqual([92n, 92n, 92n])
    expect(all(1n, ['1', '0.5'])).toEqual([0n, 1n, 1n])
    expect(all(1n, ['1', '0.49'])).toEqual([0n, 0n, 1n])
    expect(all(100_00n, ['0.92', '1'])).toEqual([108_69n, 108_70n, 108_70n])
    expect(all(0n, ['0.92', '1'])).toEqual([0n, 0n, 0n])
  })

  const value = fc.constantFrom(...currencyCodes.map((code) => currencies[code].value))

  test('what is counted towards a limit is never less than it is worth', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 14n), value, value, (minor, from, to) => {
        const counted = convertMinor(minor, [from, to], 'up')
        expect(convertMinor(counted, [to, from], 'up')).toBeGreaterThanOrEqual(minor)
      }),
    )
  })

  // shows D148
  test('no chain of exchanges makes money', () => {
    const chain = fc.array(value, { minLength: 1, maxLength: 12 })
    const start = fc.oneof(fc.bigInt(1n, 2000n), fc.bigInt(1n, 10n ** 14n))
    fc.assert(
      fc.property(start, value, chain, (minor, first, rest) => {
        let [held, at] = [minor, first]
        for (const next of [...rest, first]) {
          held = convertMinor(held, [at, next], 'down')
          at = next
        }
        expect(held).toBeLessThanOrEqual(minor)
      }),
      { numRuns: 2000 },
    )
  })

  // shows D148
  test('ten thousand random exchanges never end with more than they began', () => {
    const values = currencyCodes.map((code) => currencies[code].value)
    const scaled = values.map((text) => {
      const [whole = '', fraction = ''] = text.split('.')
      return BigInt(whole + fraction.padEnd(8, '0'))
    })
    const whole = scaled.reduce((product, one) => product * one, 1n)
    const worth = (held: bigint[]) =>
      held.reduce((sum, minor, at) => sum + (minor * whole) / (scaled[at] ?? 1n), 0n)
    const pick = (below: number) => Math.floor(random() * below)
    const random = mulberry(20_260_101)
    const held = values.map(() => 1_000_000n)
    let before = worth(held)
    for (let step = 0; step < 10_000; step += 1) {
      const [from, to] = [pick(held.length), pick(held.length)]
      // Mostly sums so small that rounding is a large part of them.
      const most = held[from] ?? 0n
      const wanted = step % 10 === 0 ? most / 2n : BigInt(pick(2000))
      const sold = least(wanted, most)
      const rate = [values[from] ?? '1', values[to] ?? '1'] as const
      const bought = convertMinor(sold, rate, 'down')
      held[from] = most - sold
      held[to] = (held[to] ?? 0n) + bought
      const after = worth(held)
      expect(after <= before, `step ${step}: ${sold} of ${from} for ${bought} of ${to}`).toBe(true)
      before = after
    }
  })
})

const least = (one: bigint, other: bigint) => (one < other ? one : other)

/** Random numbers that are the same at every run. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
