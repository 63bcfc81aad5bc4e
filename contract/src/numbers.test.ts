import { describe, expect, test } from 'vitest'
import {
  isAccountNumber,
  isBic,
  isBitcoinAddress,
  isCardExpiry,
  isCardNumber,
  isForeignNumber,
} from './numbers.ts'

/** The same text with one character after another replaced by its neighbour. */
function misspelt(text: string, alphabet: string): string[] {
  return [...text].map((character, at) => {
    const next = alphabet[(alphabet.indexOf(character) + 1) % alphabet.length]
    return `${text.slice(0, at)}${next}${text.slice(at + 1)}`
  })
}
const digits = '0123456789'

// shows D143
describe('what cannot be a number is known at the form', () => {
  test('one wrong digit of an account of this bank, or another length', () => {
    expect(isAccountNumber('1234567897')).toBe(true)
    expect(misspelt('1234567897', digits).filter(isAccountNumber)).toEqual([])
    for (const no of ['', '123456789', '12345678970', '123456789a', '１２３４５６７８９７']) {
      expect(isAccountNumber(no)).toBe(false)
    }
  })

  test('one wrong digit of a card', () => {
    for (const card of ['4242424242424242', '5555555555554444', '378282246310005']) {
      expect(isCardNumber(card)).toBe(true)
      expect(misspelt(card, digits).filter(isCardNumber)).toEqual([])
    }
  })

  test('a month that is over, which ends a day late, or is too far away', () => {
    const now = new Date('2026-11-15T12:00:00Z')
    for (const good of ['11/26', '12/26', '01/27', '12/45']) {
      expect(isCardExpiry(good, now)).toBe(true)
    }
    for (const bad of ['10/26', '12/25', '13/27', '00/27', '1/27', '1127', '12/46', '12/99', '']) {
      expect(isCardExpiry(bad, now)).toBe(false)
    }
    expect(isCardExpiry('10/26', new Date('2026-11-01T20:00:00Z'))).toBe(true)
  })

  test('a bank code of another shape', () => {
    for (const good of ['DEUTDEFF', 'deutdeff500', 'AKBKTRIS']) expect(isBic(good)).toBe(true)
    for (const bad of ['', 'DEUTDEF', 'DEUTDEFF5', 'DEUT1EFF', 'nonsense code']) {
      expect(isBic(bad)).toBe(false)
    }
  })

  test('an IBAN with a wrong character; what is no IBAN is the other bank’s affair', () => {
    const iban = 'DE89370400440532013000'
    for (const good of [iban, 'de89 3704 0044 0532 0130 00', 'TR330006100519786457841326']) {
      expect(isForeignNumber(good)).toBe(true)
    }
    const wrong = misspelt(iban.slice(2), digits).map((rest) => `DE${rest}`)
    expect(wrong.filter(isForeignNumber)).toEqual([])
    expect(['9988776655', 'N1234567', '1'.repeat(34)].every(isForeignNumber)).toBe(true)
    for (const bad of ['', '12345', '1'.repeat(35), '12-34567', 'DE89']) {
      expect(isForeignNumber(bad)).toBe(false)
    }
  })

  test('a wrong character of a newer Bitcoin address, another shape of an older one', () => {
    const newer = [
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    ]
    for (const address of newer) {
      expect(isBitcoinAddress(address)).toBe(true)
      expect(isBitcoinAddress(address.toUpperCase())).toBe(true)
      const typed = misspelt(address.slice(4), 'qpzry9x8gf2tvdw0s3jn54khce6mua7l')
      expect(typed.map((rest) => address.slice(0, 4) + rest).filter(isBitcoinAddress)).toEqual([])
    }
    for (const older of [
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    ]) {
      expect(isBitcoinAddress(older)).toBe(true)
    }
    for (const bad of [
      '',
      'my wallet',
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN0',
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      `Bc1${newer[0]?.slice(3)}`,
    ]) {
      expect(isBitcoinAddress(bad)).toBe(false)
    }
  })
})
