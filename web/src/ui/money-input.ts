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

/** A number among words: the point of `Rs.` before it and that of a sentence behind it are none of its. */
const written = /(?:(?<![\p{L}/])[.,])?\d+(?:[.,]\d+|[\p{Zs}'’]\d{3}(?!\d))*/u
/** As in `1.250,-`: no cents. */
const noCents = /([.,])\p{Zs}?\p{Pd}/u

/**
 * The first amount of a text from elsewhere as its digits and a point: `12,50` and `1.250,50` are read as
 * well as `1,250.50`. Of two kinds of separators the last is the decimal one. One that comes twice is it
 * where it cannot group, and so is a comma alone; a point alone always is.
 */
export function readWritten(text: string): string {
  const marks = (
    written.exec(text.replace(noCents, (_, mark) => `${mark}00`))?.[0] ?? ''
  ).replaceAll(/[\p{Zs}'’]/gu, '')
  const [, whole = '', last = '', rest = ''] = /^(.*)([.,])(\d+)$/.exec(marks) ?? []
  const groups = rest.length === 3 && /^[1-9]\d{0,2}(?:[.,]|$)/.test(whole)
  const isDecimal = last !== '' && (/[.,]/.test(whole) ? !whole.includes(last) : last === '.')
  return isDecimal || (last !== '' && !groups) ? `${digitsIn(whole)}.${rest}` : digitsIn(marks)
}

/**
 * What a field holds after a text was put in before the caret. A comma at the end, or before the point,
 * is the point where the device writes it so: its keyboard of digits has no other.
 */
export function takeIn(raw: string, caret: number, added: string): Typed {
  const read = added.length > 1 ? readWritten(added) : added
  const behind = raw.slice(caret)
  const atEnd = added === ',' && !/^[^.]/.test(behind) && (1.5).toLocaleString()[1] === ','
  const before = raw.slice(0, caret - added.length) + (atEnd ? '.' : read)
  return groupTyped(before + behind, before.length)
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

const digitsIn = (text: string) => text.replaceAll(/\D/g, '')
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
