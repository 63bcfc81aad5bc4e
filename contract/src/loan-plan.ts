import { monthsAfter } from './months.ts'

// What a customer is shown before asking and what the bank books afterwards is this one calculation.

/** One month of a loan: when it is due, and how much of it pays what. */
export type Instalment = {
  number: number
  dueOn: string
  principalMinor: bigint
  interestMinor: bigint
}

export type LoanPlan = { principalMinor: bigint; rateBps: number; months: number; from: string }

/**
 * Equal monthly instalments that pay a loan back to the cent. Rounding gathers in the last one; a
 * loan of a few cents may be paid back before it.
 */
export function scheduleOf({ principalMinor, rateBps, months, from }: LoanPlan): Instalment[] {
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

/** The same for some days of a month: of all of them a month's interest, of a part its share. */
export function interestShare(
  owedMinor: bigint,
  rateBps: number,
  { days, month }: { days: { from: string; to: string }; month: readonly [string, string] },
): bigint {
  const some = daysBetween(days.from, days.to)
  const all = daysBetween(...month)
  if (some <= 0 || all <= 0) return 0n
  return divided(owedMinor * BigInt(rateBps) * BigInt(some), yearOfBps * BigInt(all))
}

const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000

// A year's rate in hundredths of a percent, as a part of one month: 12 x 10,000.
const yearOfBps = 120_000n

/** The annuity, in whole numbers throughout: P r q^n / (q^n - 1) with r = bps / 120,000. */
function instalmentMinor({ principalMinor, rateBps, months }: Omit<LoanPlan, 'from'>): bigint {
  if (rateBps === 0) return principalMinor / BigInt(months)
  const rate = BigInt(rateBps)
  const grown = (yearOfBps + rate) ** BigInt(months)
  const plain = yearOfBps ** BigInt(months)
  return divided(principalMinor * rate * grown, yearOfBps * (grown - plain))
}

const divided = (value: bigint, by: bigint): bigint => (value * 2n + by) / (by * 2n)

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** What a loan costs in all, in the words of an offer: so many times this much, and the last one. */
export type LoanCost = {
  payments: number
  monthlyMinor: bigint
  lastMinor: bigint
  totalMinor: bigint
  interestMinor: bigint
  firstOn: string
}

export function loanCost(plan: LoanPlan): LoanCost | null {
  // A loan of a few cents has months in which nothing is due.
  const paid = scheduleOf(plan)
    .map((month) => ({ ...month, sumMinor: month.principalMinor + month.interestMinor }))
    .filter(({ sumMinor }) => sumMinor > 0n)
  const [first] = paid
  const last = paid.at(-1)
  if (!first || !last) return null
  const totalMinor = paid.reduce((total, { sumMinor }) => total + sumMinor, 0n)
  return {
    payments: paid.length,
    monthlyMinor: first.sumMinor,
    lastMinor: last.sumMinor,
    totalMinor,
    interestMinor: totalMinor - plan.principalMinor,
    firstOn: first.dueOn,
  }
}

/** `12.5` becomes 1250 hundredths of a percent; what is no such rate, null. */
export function rateBpsOf(percent: string): number | null {
  const [, whole = '', part = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(percent) ?? []
  return whole === '' ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}
