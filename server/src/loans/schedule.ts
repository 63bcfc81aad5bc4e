import { monthsAfter } from '#kernel/calendar.ts'

/** One month of a loan: when it is due, and how much of it pays what. */
export type Instalment = {
  number: number
  dueOn: string
  principalMinor: bigint
  interestMinor: bigint
}

type Plan = { principalMinor: bigint; rateBps: number; months: number; from: string }

/**
 * Equal monthly instalments that pay a loan back to the cent. Rounding gathers in the last one; a
 * loan of a few cents may be paid back before it.
 */
export function scheduleOf({ principalMinor, rateBps, months, from }: Plan): Instalment[] {
  const monthly = instalmentMinor({ principalMinor, rateBps, months })
  let left = principalMinor
  return Array.from({ length: months }, (_, index) => {
    const number = index + 1
    const interest = monthlyInterest(left, rateBps)
    const part = number === months ? left : least(monthly - interest, left)
    left -= part
    return {
      number,
      dueOn: monthsAfter(from, number),
      principalMinor: part,
      interestMinor: interest,
    }
  })
}

/** A month's interest on an amount, rounded half up. */
export function monthlyInterest(owedMinor: bigint, rateBps: number): bigint {
  return divided(owedMinor * BigInt(rateBps), yearOfBps)
}

// A year's rate in hundredths of a percent, as a part of one month: 12 x 10,000.
const yearOfBps = 120_000n

/** The annuity, in whole numbers throughout: P r q^n / (q^n - 1) with r = bps / 120,000. */
function instalmentMinor({ principalMinor, rateBps, months }: Omit<Plan, 'from'>): bigint {
  if (rateBps === 0) return principalMinor / BigInt(months)
  const rate = BigInt(rateBps)
  const grown = (yearOfBps + rate) ** BigInt(months)
  const plain = yearOfBps ** BigInt(months)
  return divided(principalMinor * rate * grown, yearOfBps * (grown - plain))
}

const divided = (value: bigint, by: bigint): bigint => (value * 2n + by) / (by * 2n)

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
