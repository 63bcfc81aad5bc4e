/**
 * Whether a number that somebody typed can be one at all. The client asks this at the form, before
 * PIN and code; the server asks again, of banks and wallets with libraries that know more rules.
 */

/** Luhn: catches every single wrong digit and nearly every swap of neighbours. */
export function checkDigit(body: string): string {
  let sum = 0
  for (const [index, digit] of [...body].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return String((10 - (sum % 10)) % 10)
}

const endsWithCheckDigit = (digits: string) => checkDigit(digits.slice(0, -1)) === digits.at(-1)

/** A number of this bank: ten digits, the last of which checks the others. */
export const isAccountNumber = (number: string): boolean =>
  /^[0-9]{10}$/.test(number) && endsWithCheckDigit(number)

export const isCardNumber = (number: string): boolean =>
  /^[0-9]{12,19}$/.test(number) && endsWithCheckDigit(number)

/** No card is issued for longer. */
const cardYearsMax = 19

/** MM/YY of a month that is not over. A day late, since it may still be that month elsewhere. */
export function isCardExpiry(expiry: string, now = new Date()): boolean {
  const match = /^(0[1-9]|1[0-2])\/([0-9]{2})$/.exec(expiry)
  if (!match) return false
  const yesterday = new Date(now.getTime() - 86_400_000)
  const [year, thisYear] = [2000 + Number(match[2]), yesterday.getUTCFullYear()]
  const months = (year - thisYear) * 12 + Number(match[1]) - (yesterday.getUTCMonth() + 1)
  return months >= 0 && year <= thisYear + cardYearsMax
}

/** A bank's code: four letters, a country, two characters and perhaps a branch of three. */
export const isBic = (code: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/i.test(code)

/** A number at another bank: an IBAN must be right to its check digits, others have no rule. */
export function isForeignNumber(typed: string): boolean {
  const number = typed.replaceAll(' ', '').toUpperCase()
  return /^[A-Z]{2}/.test(number) ? isIban(number) : /^[0-9A-Z]{6,34}$/.test(number)
}

/** Country and check digits go to the end, letters count from ten, and the rest of 97 is one. */
function isIban(number: string): boolean {
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(number)) return false
  const turned = number.slice(4) + number.slice(0, 4)
  const digits = turned.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/**
 * An address of the Bitcoin network. One that begins with bc1 must be right to its checksum; the
 * older ones, whose checksum is a hash of a hash, only have the right shape here.
 */
export function isBitcoinAddress(address: string): boolean {
  if (/^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(address)) return true
  const lower = address.toLowerCase()
  if (address !== lower && address !== address.toUpperCase()) return false
  if (!/^bc1[02-9ac-hj-np-z]{11,71}$/.test(lower)) return false
  const data = [...lower.slice(3)].map((character) => bech32.indexOf(character))
  // Version 0 ends in the checksum of BIP 173, all others in that of BIP 350.
  return polymod([3, 3, 0, 2, 3, ...data]) === (data[0] === 0 ? 1 : 0x2bc8_30a3)
}

/** The remainder of the checksum's polynomial; `bc` stands before the data as 3, 3, 0, 2, 3. */
function polymod(values: number[]): number {
  const generator = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]
  let rest = 1
  for (const value of values) {
    const top = rest >>> 25
    rest = ((rest & 0x1ff_ffff) << 5) ^ value
    for (const [bit, term] of generator.entries()) if ((top >>> bit) & 1) rest ^= term
  }
  return rest
}
