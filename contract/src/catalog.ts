/** The account types; sign-up offers all but the last. */
export const accountTypes = [
  { name: 'savings', label: 'Savings Account', tagline: 'Easy Saving' },
  { name: 'current', label: 'Current Account', tagline: 'Super flexible' },
  { name: 'checking', label: 'Checking Account', tagline: 'Super Comfort' },
  { name: 'cds', label: 'CDS', tagline: 'Efficient Banking' },
  { name: 'fixed', label: 'Fixed Deposit Account', tagline: 'Safe Keeping' },
  { name: 'mmas', label: 'MMAS', tagline: 'So Much More' },
  { name: 'offshore', label: 'Offshore Account', tagline: 'Global Reach' },
] as const
export type AccountType = (typeof accountTypes)[number]['name']

export const accountTypeNames = [
  'savings',
  'current',
  'checking',
  'cds',
  'fixed',
  'mmas',
  'offshore',
] as const
export const signupTypeNames = ['savings', 'current', 'checking', 'cds', 'fixed', 'mmas'] as const

/** What a person reads for an account's type; `none` and unknown ones are "Other". */
export function accountTypeLabel(type: string): string {
  return accountTypes.find(({ name }) => name === type)?.label ?? 'Other'
}

export const currencyCodes = ['usd', 'eur', 'gbp', 'rub', 'try', 'aed', 'zar', 'ngn'] as const
export type CurrencyCode = (typeof currencyCodes)[number]

/**
 * The eight currencies. Symbols are HTML-encoded as the wire has them; `value` is how many units
 * one US dollar buys, the bank's reference rate.
 */
export const currencies: Record<
  CurrencyCode,
  { name: string; country: string; countryCode: string; symbol: string; value: string }
> = {
  usd: {
    name: 'US Dollar',
    country: 'United States',
    countryCode: 'us',
    symbol: '&#36;',
    value: '1',
  },
  eur: {
    name: 'Euro',
    country: 'European Union',
    countryCode: 'eu',
    symbol: '&euro;',
    value: '0.92',
  },
  gbp: {
    name: 'Pound Sterling',
    country: 'United Kingdom',
    countryCode: 'gb',
    symbol: '&pound;',
    value: '0.79',
  },
  rub: {
    name: 'Russian Ruble',
    country: 'Russia',
    countryCode: 'ru',
    symbol: '&#8381;',
    value: '92.5',
  },
  try: {
    name: 'Turkish Lira',
    country: 'Türkiye',
    countryCode: 'tr',
    symbol: '&#8378;',
    value: '32.4',
  },
  aed: {
    name: 'UAE Dirham',
    country: 'United Arab Emirates',
    countryCode: 'ae',
    symbol: 'AED&nbsp;',
    value: '3.6725',
  },
  zar: {
    name: 'South African Rand',
    country: 'South Africa',
    countryCode: 'za',
    symbol: '&#82;',
    value: '18.6',
  },
  ngn: {
    name: 'Nigerian Naira',
    country: 'Nigeria',
    countryCode: 'ng',
    symbol: '&#8358;',
    value: '1480',
  },
}

/** The symbol of a currency by its code, in whatever case: encoded, or else the code itself. */
export function symbolOfCode(code: unknown): string {
  if (typeof code !== 'string') return ''
  const known = currencies[code.toLowerCase() as CurrencyCode]
  return known?.symbol ?? `${code.toUpperCase()}&nbsp;`
}

const entities: Record<string, string> = {
  amp: '&',
  cent: '¢',
  dollar: '$',
  euro: '€',
  nbsp: '\u00a0',
  pound: '£',
  yen: '¥',
}

/** Decodes a symbol by table and number only, so that no markup can come of it; also one that was encoded twice. */
export function decodeSymbol(encoded: string): string {
  const decoded = encoded.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi,
    (whole, dec, hex, name) => {
      if (name) return entities[name.toLowerCase()] ?? whole
      const point = dec ? Number.parseInt(dec, 10) : Number.parseInt(hex, 16)
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
    },
  )
  return decoded === encoded ? decoded : decodeSymbol(decoded)
}

export const sexes = ['male', 'female', 'others'] as const

export const relationships = [
  'father',
  'mother',
  'son',
  'daughter',
  'brother',
  'sister',
  'cousin',
  'aunty',
  'uncle',
  'friend',
  'spouse',
  'others',
] as const

export const billers = [
  'Amazon Prime',
  'Apple Inc',
  'Netflix Inc',
  'AT&T Inc',
  'Meta Platforms',
] as const
export const billTypes = ['recurring', 'one time'] as const
export const beneficiaryTypes = ['local transfer', 'other banks', 'wire transfer'] as const
