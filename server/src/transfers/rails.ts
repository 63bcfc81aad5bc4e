import type { Rail } from '#kernel/context.ts'

/** A rail that leads out of this database. */
type OutsideRail = Exclude<Rail, 'inside' | 'biller'>

/** A transfer that has left the customer's hands. */
export type Leaving = {
  /** The idempotency key at the network: the id of the transaction. */
  reference: string
  rail: OutsideRail
  payee: string
  amountMinor: bigint
}

/** What is decided about a transfer: it was paid, or refused with a reason. */
export type Decision = { paid: true } | { refused: string }

/** What a network says of a transfer: a decision, or that it is left to a person. */
export type Verdict = Decision | { review: true }

/**
 * The way out of the bank. A real network takes the place of the sandbox here. It is asked outside any
 * database transaction, and may be asked again with the same reference: after a crash, after it threw,
 * or where it took its time. It must pay a reference once and answer every repeat as it did first.
 */
export type Network = (leaving: Leaving) => Promise<Verdict>

const refusals: { rail: OutsideRail; payee: RegExp; reason: string }[] = [
  { rail: 'bank', payee: /0000$/, reason: 'The account is closed at the other bank' },
  { rail: 'swift', payee: /0000$/, reason: 'The beneficiary bank returned the payment' },
  { rail: 'card', payee: /^0002$/, reason: 'The card issuer declined' },
  { rail: 'bitcoin', payee: /^1BitcoinEater/, reason: 'The wallet cannot be paid' },
]

/** The built-in rail: pays everything but documented test numbers, so that every state can be seen. */
export const sandbox: Network = async ({ rail, payee }) => {
  // Only the other division can say that it has credited.
  if (rail === 'division') throw new Error('There is no way to the other divisions')
  const refused = refusals.find((rule) => rule.rail === rail && rule.payee.test(payee))
  if (refused) return { refused: refused.reason }
  return /9999$/.test(payee) ? { review: true } : { paid: true }
}
