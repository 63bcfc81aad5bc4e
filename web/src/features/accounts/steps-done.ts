import type { InitUser } from '#api/init-user.ts'

/**
 * What of a new customer's first steps is done. A server that says nothing of one of them asks for
 * nothing.
 */
export function stepsDone({ user, accounts }: InitUser) {
  return {
    pin: user.has_pin !== false,
    email: user.Verifiedemail !== false,
    money: !accounts || accounts.length === 0 || accounts.some(hasLines),
  }
}

const hasLines = ({ transactions }: { transactions: readonly unknown[] }) => transactions.length > 0

/** Whether all of them are. */
export const isStarted = (customer: InitUser): boolean =>
  Object.values(stepsDone(customer)).every(Boolean)
