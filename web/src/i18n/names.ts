import { i18n } from '@lingui/core'

const regions = new Map<string, Intl.DisplayNames>()

/** A country in the language of the page: the browser knows their names, English is the contract's. */
export function countryName(code: string, english: string): string {
  const { locale } = i18n
  if (locale === 'en') return english
  let names = regions.get(locale)
  if (!names) {
    names = new Intl.DisplayNames(locale, { type: 'region' })
    regions.set(locale, names)
  }
  return names.of(code.toUpperCase()) ?? english
}
