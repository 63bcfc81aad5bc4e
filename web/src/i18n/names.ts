import { i18n } from '@lingui/core'

const known = new Map<string, Intl.DisplayNames>()

/** A country in the language of the page. */
export const countryName = (code: string, english: string) => nameOf('region', code, english)

/** A currency in the language of the page. */
export const currencyName = (code: string, english: string) => nameOf('currency', code, english)

/** The browser knows these names in every language; the English ones are the contract's. */
function nameOf(type: 'region' | 'currency', code: string, english: string): string {
  const { locale } = i18n
  if (locale === 'en') return english
  let names = known.get(type + locale)
  if (!names) {
    names = new Intl.DisplayNames(locale, { type })
    known.set(type + locale, names)
  }
  return names.of(code.toUpperCase()) ?? english
}
