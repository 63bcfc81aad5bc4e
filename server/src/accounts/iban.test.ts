import { isValidIBAN } from 'ibantools'
import { describe, expect, test } from 'vitest'
import { assertIbans, ibanOf } from './iban.ts'
import { newAccountNumber } from './number.ts'

describe('the IBAN of an account', () => {
  test.each([
    ['DE', '99999999'],
    ['AT', '99999'],
    ['PT', '99999999'],
  ])('is right in %s with the code %s, or the bank does not start', (bankCountry, bankCode) => {
    const config = { bankCountry, bankCode }
    const made = Array.from({ length: 100 }, () => ibanOf(config, newAccountNumber()) ?? '')
    const starts = () => assertIbans(config)
    // Portugal has check digits of its own, which a number of this bank does not have.
    if (bankCountry === 'PT') expect(starts).toThrow('BANK_COUNTRY')
    else starts()
    expect(made.every((iban) => isValidIBAN(iban))).toBe(bankCountry !== 'PT')
  })

  test('is none without a country and a code', () => {
    expect(ibanOf({ bankCountry: '', bankCode: '' }, '1000000009')).toBeUndefined()
    assertIbans({ bankCountry: '', bankCode: '' })
  })

  test.each([
    ['XX', '123'],
    ['DE', '123456789'],
    ['DE', ''],
    ['', '99999999'],
    ['FR', '9999999999'],
  ])('%s with the code %j stops the start', (bankCountry, bankCode) => {
    expect(() => assertIbans({ bankCountry, bankCode })).toThrow(/BANK_COUNTRY.*BANK_CODE/)
  })
})
