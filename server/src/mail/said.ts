/**
 * Words of a mail in which somebody's own words may stand, with what is said in their place where
 * nobody has proven the address: that may be a stranger's, and mail programs make links and calls of
 * what they find. A plain text is the bank's own.
 */
export type Said = string | { proven: string; unproven: string }

/** What a customer wrote, for a proven address; any other reads `instead`. */
export const theirs = (words: string, instead = ''): Said => ({ proven: words, unproven: instead })

/** A sentence, as the bank says it, with all that is said in it. */
export function said(own: TemplateStringsArray, ...parts: Said[]): Said {
  const to = (isProven: boolean) =>
    String.raw({ raw: own }, ...parts.map((part) => wordsFor(part, isProven)))
  return { proven: to(true), unproven: to(false) }
}

export const wordsFor = (what: Said, isProven: boolean): string =>
  typeof what === 'string' ? what : isProven ? what.proven : what.unproven

/** A name with the number it goes by, which stands alone where the name may not. */
export const nameAndNumber = (name: string, number: string): Said =>
  theirs(`${name} (${number})`, number)
