import { randomInt } from 'node:crypto'
import { limits } from '@passbook/contract'

/** Ten digits, the last of which checks the others, so that a mistyped number is nobody's. */
export function newAccountNumber(): string {
  const body = String(
    randomInt(10 ** (limits.accountNumberLength - 2), 10 ** (limits.accountNumberLength - 1)),
  )
  return `${body}${checkDigit(body)}`
}

export function isAccountNumber(number: string): boolean {
  return /^[0-9]{10}$/.test(number) && checkDigit(number.slice(0, -1)) === number.at(-1)
}

/** Luhn: catches every single wrong digit and nearly every swap of neighbours. */
function checkDigit(body: string): string {
  let sum = 0
  for (const [index, digit] of [...body].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return String((10 - (sum % 10)) % 10)
}
