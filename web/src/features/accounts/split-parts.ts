import { type LineCategory, parseMoney, toDecimal, toGrouped } from '@passbook/contract'

export type TypedPart = { category: string; amount: string }

/** What the form begins with: the parts there are, or the whole line and an empty one. */
export function firstParts({ Parts, Category }: LineCategory, totalMinor: bigint): TypedPart[] {
  if (Parts.length > 0) {
    return Parts.map((part) => ({ category: part.Category, amount: toGrouped(part.Amount) }))
  }
  return [
    { category: Category ?? 'other', amount: toGrouped(totalMinor) },
    { category: '', amount: '' },
  ]
}

/** What of the line is not in a part yet; below zero where they are more than it. */
export const leftMinor = (parts: readonly TypedPart[], totalMinor: bigint): bigint =>
  parts.reduce((left, { amount }) => left - (parseMoney(amount) ?? 0n), totalMinor)

/** Whether the parts can be sent: each with a category and an amount, and together the line. */
export const isWhole = (parts: readonly TypedPart[], totalMinor: bigint): boolean =>
  parts.length >= 2 &&
  parts.every(({ category, amount }) => category !== '' && (parseMoney(amount) ?? 0n) > 0n) &&
  leftMinor(parts, totalMinor) === 0n

export const sentParts = (parts: readonly TypedPart[]): string =>
  parts
    .map(({ category, amount }) => `${category}=${toDecimal(parseMoney(amount) ?? 0n)}`)
    .join(';')
