import type { BillerEntry } from '@passbook/contract'

const shownDays = 28

/** Four weeks from a day on, yyyy-mm-dd, and the bills whose next date is one of them. */
export function dueDays(bills: readonly BillerEntry[], today: string) {
  const active = bills.filter(({ State }) => State === 'active')
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  return Array.from({ length: shownDays }, (_, at) => {
    const date = new Date(Date.UTC(year, month - 1, day + at)).toISOString().slice(0, 10)
    return { date, bills: active.filter((bill) => bill.Date === date) }
  })
}
