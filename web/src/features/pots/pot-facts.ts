import type { Pot } from '@passbook/contract'
import { dayOf } from '#i18n/dates.ts'
import { msg, t, told } from '#i18n/t.ts'
import { inCode } from '#widgets/by-code.ts'

/** An amount in the currency of the pot's account. */
export const sumOf = ({ Account }: Pick<Pot, 'Account'>, minor: bigint) =>
  inCode(Account.Currency.Code, minor)

/** How much of the goal is there, and in which account. */
export function shareWords(pot: Pot, account: string): string {
  const { Goal, Percent } = pot
  if (Goal === null) return t('in {account}', { account })
  return t('{percent}% of {goal} · {account}', {
    ...{ percent: Percent ?? 0, goal: sumOf(pot, Goal), account },
  })
}

/** What would bring it to its goal in time; nothing where there is neither goal nor date. */
export function goalWords(pot: Pot): string {
  const { Goal, Date: on, PerMonth, Percent } = pot
  if (Goal === null) return on ? t('Until {date}', { date: dayOf(on) }) : ''
  if (Percent === 100) return t('You have reached your goal')
  if (PerMonth !== null && on) {
    return t('{amount} a month to get there by {date}', {
      amount: sumOf(pot, PerMonth),
      date: dayOf(on),
    })
  }
  if (on) return t('The date has passed, {amount} to go', { amount: sumOf(pot, missingOf(pot)) })
  return t('{amount} to go', { amount: sumOf(pot, missingOf(pot)) })
}

/** What the goal still needs. */
export const missingOf = ({ Goal, Balance }: Pick<Pot, 'Goal' | 'Balance'>): bigint =>
  Goal !== null && Goal > Balance ? Goal - Balance : 0n

const kinds: Record<string, string> = {
  'round-up': msg('Rounded up'),
  order: msg('Standing order'),
}

/** What a move was. */
export const moveWords = ({ Kind, Amount }: Pot['Moves'][number]): string =>
  told(kinds[Kind] ?? (Amount > 0n ? msg('Moved in') : msg('Moved out')))

const often: Record<string, string> = {
  once: msg('Once'),
  weekly: msg('Every week'),
  'every two weeks': msg('Every two weeks'),
  monthly: msg('Every month'),
  yearly: msg('Every year'),
}

export const oftenWords = (every: string): string => told(often[every] ?? every)

type Sums = { code: string; minor: bigint }

/** What is set aside in all, by currency. */
export function totalsOf(list: readonly Pot[]): Sums[] {
  const sums = new Map<string, bigint>()
  for (const { Account, Balance } of list) {
    const { Code } = Account.Currency
    sums.set(Code, (sums.get(Code) ?? 0n) + Balance)
  }
  return [...sums].map(([code, minor]) => ({ code, minor }))
}

/** Round amounts to choose from, as far as there is so much, and all of it last. */
export function quickAmounts(thereMinor: bigint, missingMinor: bigint): bigint[] {
  const round = [10_00n, 50_00n, 100_00n].filter((minor) => minor < thereMinor)
  const rest = missingMinor > 0n && missingMinor < thereMinor ? [missingMinor] : []
  const all = thereMinor > 0n ? [thereMinor] : []
  return [...new Set([...round, ...rest, ...all])].sort((a, b) => Number(a - b))
}
