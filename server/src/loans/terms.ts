import { type CurrencyCode, convertMinor, currencies, currencyCodes } from '@passbook/contract'

/** What a new loan in a currency may be, and what it costs. */
export type Terms = {
  maxMinor: bigint
  /** Hundredths of a percent a year. */
  rateBps: number
  months: number
}

const maxUsdMinor = 5_000_00n
const usual = { rateBps: 12_00, months: 12 }

/** The bank's terms by currency; a loan keeps those it was asked for under. */
export const terms = Object.fromEntries(
  currencyCodes.map((code) => [
    code,
    {
      ...usual,
      maxMinor: convertMinor(maxUsdMinor, [currencies.usd.value, currencies[code].value], 'down'),
    },
  ]),
) as Record<CurrencyCode, Terms>

/** `1200` becomes `12`, `1250` becomes `12.5`. */
export function ratePercent(rateBps: number): string {
  return String(rateBps / 100)
}
