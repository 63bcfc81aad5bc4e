import { composeIBAN, countrySpecs, isValidIBAN } from 'ibantools'
import type { Config } from '#kernel/config.ts'

/**
 * The IBAN of an account: the country, the bank's code, and the account's number filled up with zeros to
 * the country's length. Undefined for a bank that has no code.
 */
export function ibanOf(
  { bankCountry, bankCode }: Pick<Config, 'bankCountry' | 'bankCode'>,
  number: string,
): string | undefined {
  if (!bankCountry || !bankCode) return undefined
  const length = (countrySpecs[bankCountry]?.chars ?? 0) - 4 - bankCode.length
  const bban = bankCode + number.padStart(length, '0')
  return composeIBAN({ countryCode: bankCountry, bban }) ?? undefined
}

/** Numbers as the bank gives them; one could be right by chance where a country has check digits of its own. */
const samples = ['1000000009', '4562871303', '7351204866', '9999999994']

/** Refuses to start with a country and code that make no IBANs, rather than show wrong ones. */
export function assertIbans(config: Pick<Config, 'bankCountry' | 'bankCode'>): void {
  const { bankCountry, bankCode } = config
  if (!bankCountry && !bankCode) return
  if (samples.every((number) => isValidIBAN(ibanOf(config, number) ?? ''))) return
  throw new Error(
    `BANK_COUNTRY "${bankCountry}" and BANK_CODE "${bankCode}" make no IBAN of a ten-digit account number. Set both so that they do (such as DE and a code of eight digits), or neither.`,
  )
}
