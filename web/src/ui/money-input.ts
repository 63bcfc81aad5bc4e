import { groupDigits, limits, parseMoney, toDecimal } from '@passbook/contract'

export type Typed = { text: string; caret: number }

/**
 * What an amount field shows after a keystroke: digits in groups of three, one point, two decimals.
 * The caret stays behind the same digit it was behind, however many commas came or went.
 */
export function groupTyped(raw: string, rawCaret: number): Typed {
  const before = marksIn(raw.slice(0, rawCaret)).length
  const marks = marksIn(raw)
  const point = marks.indexOf('.')
  const typedWhole = point < 0 ? marks : marks.slice(0, point)
  const whole = trimWhole(typedWhole, point >= 0)
  const decimals = point < 0 ? '' : marks.slice(point + 1).replaceAll('.', '')
  const kept = decimals.slice(0, limits.amountDecimals)
  const text = groupDigits(whole) + (point < 0 ? '' : `.${kept}`)
  // Zeros taken off the front, or one put there, move everything behind them.
  const shift = whole.length - typedWhole.slice(0, limits.amountIntegerDigits).length
  return { text, caret: placeOf(text, Math.max(0, before + shift)) }
}

/** What the field shows once it is left: always two decimals, unless nothing was typed. */
export function finishTyped(text: string): string {
  if (text === '') return ''
  const [whole = '0', decimals = ''] = text.split('.')
  return `${whole || '0'}.${decimals.padEnd(limits.amountDecimals, '0')}`
}

/** What the bank is sent for it: plain decimal text with two digits, `1250.00`. */
export function toSent(text: string): string {
  const minor = parseMoney(text)
  return minor === null ? text : toDecimal(minor)
}

const marksIn = (text: string) => text.replaceAll(/[^\d.]/g, '')

function trimWhole(digits: string, hasPoint: boolean): string {
  const trimmed = digits.replace(/^0+(?=\d)/, '').slice(0, limits.amountIntegerDigits)
  return trimmed === '' && hasPoint ? '0' : trimmed
}

/** The place in a grouped text that lies behind its n-th digit or point. */
function placeOf(text: string, count: number): number {
  let seen = 0
  for (let place = 0; place < text.length; place++) {
    if (seen === count) return place
    if (text[place] !== ',') seen++
  }
  return text.length
}
