/** How companies end, which tells none from another. */
const suffix = /,?\s+(?:inc|ltd|llc|gmbh|plc|corp)\.?$/i
/** The same, in capitals only: people are called Sa and Ag too. */
const shortSuffix = /,?\s+(?:AG|SA)$/

/**
 * One or two letters for a tile: of the first name and the last. What is one word without the suffix
 * of a company has its first two letters, as they are spelled.
 */
export function initialsOf(name: string): string {
  const whole = name.trim()
  const words = whole.replace(suffix, '').replace(shortSuffix, '').split(/\s+/)
  const [first = ''] = words
  if (words.length === 1 && first !== whole) {
    return [...first.replace(/[^\p{L}\p{N}]/gu, '')].slice(0, 2).join('')
  }
  const ends = words.length > 1 ? [first, words.at(-1)] : [first]
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}
