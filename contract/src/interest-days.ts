// What the bank books, what the page explains and what the tests check is this one calculation.

/** What of a balance lies above an amount, and what it earns in a year, in millionths of itself. */
export type RateTier = { fromMinor: bigint; rateMillionths: bigint }

/** Tiers from the lowest amount to the highest, which hold from a day on until another table does. */
export type RateTable = { from: string; tiers: readonly RateTier[] }

/** A part of a balance with its rate of a year. */
export type InterestPiece = { amountMinor: bigint; rateMillionths: bigint }

/** Actual/365: each day earns a 365th of a year's rate, in leap years too. */
export const interestYearDays = 365n

/** A minor unit in the millionths that interest is counted in. */
export const millionthsInMinor = 1_000_000n

/** The table that holds on a day: the latest that has begun. */
export function ratesOn(tables: readonly RateTable[], day: string): readonly RateTier[] {
  const begun = tables.filter(({ from }) => from <= day)
  return (
    begun.reduce<RateTable | undefined>(
      (latest, table) => (latest && latest.from > table.from ? latest : table),
      undefined,
    )?.tiers ?? []
  )
}

/** A balance cut at the tiers; what earns nothing is left out. */
export function interestPieces(balanceMinor: bigint, tiers: readonly RateTier[]): InterestPiece[] {
  return tiers.flatMap(({ fromMinor, rateMillionths }, at) => {
    const above = tiers[at + 1]?.fromMinor
    const to = above !== undefined && above < balanceMinor ? above : balanceMinor
    return to > fromMinor && rateMillionths > 0n
      ? [{ amountMinor: to - fromMinor, rateMillionths }]
      : []
  })
}

/** What a day earns, in millionths of a minor unit; less than one of these is left out. */
export function accruedOn(pieces: readonly InterestPiece[]): bigint {
  const ofAYear = pieces.reduce(
    (sum, { amountMinor, rateMillionths }) => sum + amountMinor * rateMillionths,
    0n,
  )
  return ofAYear / interestYearDays
}

/** Whole minor units are paid; what is left is carried to the next payment, and nothing is lost. */
export function interestPayment(carriedMillionths: bigint, accruedMillionths: bigint) {
  const due = carriedMillionths + accruedMillionths
  return { postedMinor: due / millionthsInMinor, leftMillionths: due % millionthsInMinor }
}

/** `15000n` millionths become `1.5`: a rate in percent, without zeros that say nothing. */
export function toPercent(rateMillionths: bigint): string {
  const digits = rateMillionths.toString().padStart(5, '0')
  const fraction = digits.slice(-4).replace(/0+$/, '')
  return `${digits.slice(0, -4)}${fraction && `.${fraction}`}`
}
