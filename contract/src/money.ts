import * as z from 'zod/mini'
import { limits } from './limits.ts'
import * as messages from './messages.ts'

/** Money is a bigint of minor units everywhere; no float ever holds an amount. */
export type Minor = bigint

const plain = /^\d{1,12}(?:\.\d{1,2})?$/
const groupedWire = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const grouped = /^\d{1,3}(?:,\d{3}){1,3}(?:\.\d{1,2})?$/

/** Reads what a person typed: `1250`, `1250.5`, `1,250.50`. Anything else is null, never a guess. */
export function parseMoney(text: string): Minor | null {
  if (!plain.test(text) && !grouped.test(text)) return null
  return fromDecimal(text.replaceAll(',', ''))
}

/** `1250n` becomes `12.50`; negative amounts keep their sign. */
export function toDecimal(minor: Minor): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `123456789n` becomes `1,234,567.89`. */
export function toGrouped(minor: Minor): string {
  const decimal = toDecimal(minor)
  return `${groupDigits(decimal.slice(0, -3))}${decimal.slice(-3)}`
}

/** `$1,234.50`, or `−$1,234.50` with a true minus for a negative amount: for people, never to be read. */
export function toMoney(minor: Minor, symbol: string): string {
  return minor < 0n ? `\u2212${symbol}${toGrouped(-minor)}` : `${symbol}${toGrouped(minor)}`
}

/** Puts commas into a run of digits; a leading minus stays in front. */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Decimal text of any length, with an optional sign; digits beyond the second decimal are rounded. */
function fromDecimal(text: string): Minor | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) return null
  const [, sign, whole = '0', fraction = ''] = match
  const cents = BigInt(whole + fraction.slice(0, 2).padEnd(2, '0'))
  const rounded = (fraction[2] ?? '0') >= '5' ? cents + 1n : cents
  return sign === '-' ? -rounded : rounded
}

/** What another server may send: decimal text, or a JSON number. */
export function readWireMoney(value: string | number): Minor | null {
  if (typeof value === 'number') return fromDecimal(numberToDecimal(value))
  const text = value.trim()
  return fromDecimal(groupedWire.test(text) ? text.replaceAll(',', '') : text)
}

function numberToDecimal(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(limits.amountDecimals) : text
}

const wireMoney = (fits: (minor: Minor) => boolean) =>
  z.codec(z.union([z.string(), z.number()]), z.bigint(), {
    decode(value, context) {
      const minor = readWireMoney(value)
      if (minor !== null && fits(minor)) return minor
      context.issues.push({ code: 'custom', message: messages.amountInvalid, input: value })
      return z.NEVER
    },
    encode: (minor) => toDecimal(minor),
  })

/** An amount or balance on the wire: decimal text with two digits; numbers are read as well. */
export const money = wireMoney(() => true)

/** What has moved, which is never negative: its direction is told by a type. */
export const moved = wireMoney((minor) => minor >= 0n)

/** An amount that a customer orders: above zero, at most twelve digits before the point. */
export function amount(message: string) {
  const schema = z.pipe(
    z.union([z.string({ error: message }), z.number({ error: message })], { error: message }),
    z.transform((value, context) => {
      const minor = typeof value === 'string' ? parseMoney(value) : readWireNumber(value)
      if (minor !== null && minor > 0n) return minor
      context.issues.push({ code: 'custom', message, input: value })
      return z.NEVER
    }),
  )
  amounts.add(schema)
  return schema
}

const amounts = new WeakSet<object>()

/** Whether a schema was made by `amount`, whose shape alone does not tell. */
export const isAmount = (schema: object): boolean => amounts.has(schema)

function readWireNumber(value: number): Minor | null {
  return parseMoney(String(value))
}

/**
 * Which way what is less than a minor unit goes: down for money that a customer receives, or chains of
 * exchanges would make some; up for what is counted towards a limit; to the nearest for what is shown.
 */
export type Rounding = 'down' | 'up' | 'nearest'

/** Converts an amount between currencies whose values are "units for one US dollar". */
export function convertMinor(
  minor: Minor,
  [fromValue, toValue]: readonly [from: string, to: string],
  rounding: Rounding,
): Minor {
  const [from, to] = [scaled(fromValue), scaled(toValue)]
  const half = { down: 0n, nearest: from, up: 2n * from - 1n }[rounding]
  return (minor * to * 2n + half) / (from * 2n)
}

/** How many units of one currency a unit of another buys, to six decimals, as text. */
export function rateBetween(fromValue: string, toValue: string): string {
  const [from, to] = [scaled(fromValue), scaled(toValue)]
  const millionths = ((to * 2_000_000n + from) / (from * 2n)).toString().padStart(7, '0')
  return `${millionths.slice(0, -6)}.${millionths.slice(-6)}`
}

const rateDecimals = 8

function scaled(value: string): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  return BigInt(whole + fraction.slice(0, rateDecimals).padEnd(rateDecimals, '0'))
}
