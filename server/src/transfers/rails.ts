import type { Rail } from '#ledger/order.ts'

/** A transfer that has left the customer's hands. */
type Leaving = { transactionId: string; rail: Rail; payee: string; amountMinor: bigint }

/** What a rail says of it: paid, refused with a reason, or left to a person. */
export type Verdict = { paid: true } | { refused: string } | { review: true }

/** The way out of the bank. A real network takes the place of the sandbox here. */
export type Network = (leaving: Leaving) => Promise<Verdict>

const refusals: { rail: Rail; payee: RegExp; reason: string }[] = [
  { rail: 'bank', payee: /0000$/, reason: 'The account is closed at the other bank' },
  { rail: 'swift', payee: /0000$/, reason: 'The beneficiary bank returned the payment' },
  { rail: 'card', payee: /^0002$/, reason: 'The card issuer declined' },
  { rail: 'bitcoin', payee: /^1BitcoinEater/, reason: 'The wallet cannot be paid' },
]

/** The built-in rail: pays everything but documented test numbers, so that every state can be seen. */
export const sandbox: Network = async ({ rail, payee }) => {
  const refused = refusals.find((rule) => rule.rail === rail && rule.payee.test(payee))
  if (refused) return { refused: refused.reason }
  return /9999$/.test(payee) ? { review: true } : { paid: true }
}
