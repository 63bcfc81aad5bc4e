import { billOrder, formatDay, messages } from '@passbook/contract'
import { firstProblem } from '#ui/form.ts'

/** The checks of a bill on a day: those of the contract in their order, and no date that is past. */
export function billCheck(today: string) {
  return {
    safeParse(values: unknown) {
      const { date } = values as { date: string }
      const late = date < today ? { message: messages.billDatePast, field: 'date' } : null
      const found = firstProblem(billOrder, values) ?? late
      if (!found) return { success: true as const, data: values }
      const { message, field = '' } = found
      return { success: false as const, error: { issues: [{ message, path: [field] }] } }
    },
  }
}

/** Two letters in the place of a logo: the first of the biller's name. */
export function monogramOf(name: string): string {
  return [...name.trim()].slice(0, 2).join('')
}

const states: Record<string, { label: string; tone: 'active' | 'done' | 'refused' }> = {
  active: { label: 'Active', tone: 'active' },
  paid: { label: 'Paid', tone: 'done' },
  failed: { label: 'Failed', tone: 'refused' },
}

/** How a bill stands, in words and in a colour. */
export const billState = (state: string) =>
  states[state] ?? { label: state, tone: 'active' as const }

/** `2026-03-05` becomes `05 Mar 2026`. */
export const dayOf = (date: string) => formatDay(new Date(`${date}T00:00:00Z`))
