import { formatDay, type Loan } from '@passbook/contract'
import { inCode } from '#widgets/by-code.ts'

const states: Record<string, { label: string; tone: 'pending' | 'active' | 'done' | 'refused' }> = {
  requested: { label: 'Requested', tone: 'pending' },
  active: { label: 'Active', tone: 'active' },
  repaid: { label: 'Repaid', tone: 'done' },
  declined: { label: 'Declined', tone: 'refused' },
}

/** How a loan stands, in words and in a colour. */
export function stateOf({ State }: Pick<Loan, 'State'>) {
  return states[State] ?? { label: State, tone: 'pending' as const }
}

/** Whether it is asked for or owed. */
export const isOpen = ({ State }: Pick<Loan, 'State'>) =>
  State === 'requested' || State === 'active'

/** `2026-03-05` becomes `05 Mar 2026`. */
export const dayOf = (date: string) => formatDay(new Date(`${date}T00:00:00Z`))

export function amountOf({ Account }: Pick<Loan, 'Account'>, minor: bigint): string {
  return inCode(Account.Currency.Code, minor)
}
