import { type BillerEntry, billers, billOrder, messages } from '@passbook/contract'
import { dayOf } from '#i18n/dates.ts'
import { msg, t, told } from '#i18n/t.ts'
import { issuesIn } from '#ui/form.ts'

/**
 * The checks of a bill on a day: those of the contract in their order, no date that is past, and a
 * PIN where the bank asks for it.
 */
export function billCheck(today: string) {
  return {
    safeParse(values: unknown) {
      const { date } = values as { date: string }
      const late = date < today ? [{ message: messages.billDatePast, path: ['date'] }] : []
      const found = issuesIn(billOrder, values)
      const issues = found.length > 0 ? found : late
      if (issues.length === 0) return { success: true as const, data: values }
      return { success: false as const, error: { issues } }
    },
  }
}

/** The five that every customer can choose, then what else the bank names; none of them twice. */
export function withFixedBillers(named: readonly BillerEntry[]): BillerEntry[] {
  const fixed = new Set(billers.map(nameKey))
  return [
    ...billers.map((Name) => ({ Name })),
    ...named.filter(({ Name }) => !fixed.has(nameKey(Name))),
  ]
}

const nameKey = (name: string) => name.trim().toLowerCase()

/** What skipping the next date of a bill means; nothing where there is no date to skip. */
export function skipQuestion({ Name, Date: date, NextDate: next }: BillerEntry): string | null {
  if (!date || !next) return null
  return t('Skip {name} on {date}? Nothing is paid for that date. The next one is {next}.', {
    name: Name,
    date: dayOf(date),
    next: dayOf(next),
  })
}

const states: Record<string, { label: string; tone: 'active' | 'done' | 'refused' }> = {
  active: { label: msg('Active'), tone: 'active' },
  pending: { label: msg('Pending'), tone: 'active' },
  paid: { label: msg('Paid'), tone: 'done' },
  failed: { label: msg('Failed'), tone: 'refused' },
}

/** How a bill stands, in words and in a colour. */
export function billState(state: string) {
  const { label, tone } = states[state] ?? { label: state, tone: 'active' as const }
  return { label: told(label), tone }
}
