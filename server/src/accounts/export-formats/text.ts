import { visible } from '@passbook/contract'

// What no file may hold besides what nobody sees: control characters, halves of a character, and two
// code points that XML forbids.
const unprintable = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu

/** A text on one line without anything that is not one, cut to at most `max` characters. */
export function oneLine(text: string, max = Number.POSITIVE_INFINITY): string {
  const clean = visible(text).replaceAll(unprintable, ' ').trim()
  if (clean.length <= max) return clean
  // By characters, not by halves of one; what is left of an emoji that was cut may be what nobody sees.
  return visible([...clean].slice(0, max).join('')).trim()
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  // Not for its own sake, but "]]>" may not stand in a text.
  '>': '&gt;',
}

/**
 * A text as an element of XML can hold it; cut first, so that no entity is cut in two. Quotes and
 * apostrophes stay as they are: between tags they need no entity, and libofx, the OFX reader of most
 * finance programs, drops `&quot;` and `&apos;`.
 */
export function xmlText(text: string, max?: number): string {
  return oneLine(text, max).replaceAll(/[&<>]/g, (found) => entities[found] ?? '')
}

/** An element with what it holds; nothing where that is nothing, since schemas forbid empty texts. */
export function element(name: string, ...content: string[]): string {
  const inside = content.join('')
  return inside === '' ? '' : `<${name}>${inside}</${name}>`
}
