import { randomInt } from 'node:crypto'
import { checkDigit, limits } from '@passbook/contract'

/** Ten digits, the last of which checks the others, so that a mistyped number is nobody's. */
export function newAccountNumber(): string {
  const body = String(
    randomInt(10 ** (limits.accountNumberLength - 2), 10 ** (limits.accountNumberLength - 1)),
  )
  return `${body}${checkDigit(body)}`
}
