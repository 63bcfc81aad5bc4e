import { told } from './t.ts'

// Names and notes that the bank gives to lines of its own. Not every reply says who wrote them.
export const given =
  /^(?:Bank deposit|Bitcoin deposit|Bitcoin wallet|Card payment|Crypto Deposit|Interest [A-Z][a-z]+ \d{4}|Loan repayment|Quick loan)$/

/** A name or a note of a line: the bank's own in the language of the page, people's as they are. */
export const lineWords = (text: string): string => (given.test(text) ? told(text) : text)
