import type { Loan } from '@passbook/contract'
import { msg, told } from '#i18n/t.ts'
import { inCode } from '#widgets/by-code.ts'

const states: Record<string, { label: string; tone: 'pending' | 'active' | 'done' | 'refused' }> = {
  requested: { label: msg('Requested'), tone: 'pending' },
  active: { label: msg('Active'), tone: 'active' },
  repaid: { label: msg('Repaid'), tone: 'done' },
  declined: { label: msg('Declined'), tone: 'refused' },
}

/** How a loan stands, in words and in a colour. */
export function stateOf({ State }: Pick<Loan, 'State'>) {
  const { label, tone } = states[State] ?? { label: State, tone: 'pending' as const }
  return { label: told(label), tone }
}

export const isDeclined = ({ State }: Pick<Loan, 'State'>) => State === 'declined'

export const isRequested = ({ State }: Pick<Loan, 'State'>) => State === 'requested'

/** Whether it is asked for or owed. */
export const isOpen = ({ State }: Pick<Loan, 'State'>) =>
  State === 'requested' || State === 'active'

export function amountOf({ Account }: Pick<Loan, 'Account'>, minor: bigint): string {
  return inCode(Account.Currency.Code, minor)
}
