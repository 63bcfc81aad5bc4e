import type { BillerEntry, Loan, StandingEntry, Transaction } from '@passbook/contract'
import { page } from '#api/page.ts'
import { dayOf, formatDay } from '#i18n/dates.ts'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { symbolIn } from '#widgets/by-code.ts'
import { isCredit, stateOf, titleOf } from '#widgets/transaction-facts.ts'

/** Something that is still to be paid. */
export type Due = {
  key: string
  name: string
  note: string
  minor: bigint
  symbol: string
  /** When, yyyy-mm-dd. */
  day: string
  /** Where more of it is told: a page, or the line that waits. */
  more: { to: string } | { line: Transaction }
}

const rows = 3

/** Bills by their next date; one that a server tells no amount of cannot be shown here. */
export function dueBills(bills: readonly BillerEntry[]): Due[] {
  return bills.flatMap(({ Id, Name, Date: day, Type, Amount, Account, State }) =>
    State === 'active' && Id && day && Amount !== undefined
      ? {
          key: Id,
          name: Name,
          note: Type === 'recurring' ? t('{day} · every month', { day: dayOf(day) }) : dayOf(day),
          minor: Amount,
          symbol: symbolIn(Account?.Currency.Code),
          day,
          more: { to: paths.payBill },
        }
      : [],
  )
}

/** Standing orders by their next date. What lies above an amount is not known before. */
export function dueOrders(orders: readonly StandingEntry[]): Due[] {
  return orders.flatMap(({ Id, Name, Amount, Above, Account, State, Dates: [day] }) =>
    State === 'active' && day && !Above
      ? {
          key: Id,
          name: Name,
          note: t('{day} · standing order', { day: dayOf(day) }),
          minor: Amount,
          symbol: symbolIn(Account.Currency.Code),
          day,
          more: { to: paths.standingOrders },
        }
      : [],
  )
}

/** The next instalment of each loan that runs. */
export function dueInstalments(loans: readonly Loan[]): Due[] {
  return loans.flatMap(({ Id, Account, NextDue, Schedule }) => {
    if (!NextDue) return []
    const { Date: day, Amount } = NextDue
    const number = Schedule.findIndex(({ Paid }) => !Paid) + 1
    return {
      key: Id,
      name: t('Quick loan'),
      note: t('{day} · repayment {number} of {count}', {
        day: dayOf(day),
        number,
        count: Schedule.length,
      }),
      minor: Amount,
      symbol: symbolIn(Account.Currency.Code),
      day,
      more: { to: paths.debts },
    }
  })
}

/** Payments that wait for the network or the operator. */
export function duePending(lines: readonly Transaction[]): Due[] {
  return lines
    .filter((line) => stateOf(line) === 'pending' && !isCredit(line))
    .map((line) => ({
      key: line.Id,
      name: titleOf(line),
      note: t('{day} · pending', { day: formatDay(line.Created, page.bankZone) }),
      minor: line.Amount,
      symbol: symbolIn(line.Account?.Currency.Code),
      day: line.Created.toISOString().slice(0, 10),
      more: { line },
    }))
}

/**
 * The next few by their dates. What waits is on the list of transactions too: it takes one row, and
 * more only where nothing else would.
 */
export function nextDue(waiting: readonly Due[], dated: readonly Due[]): Due[] {
  const byDay = (one: Due, other: Due) => (one.day < other.day ? -1 : Number(one.day > other.day))
  const room = Math.max(1, rows - dated.length)
  return [...waiting.toSorted(byDay).slice(0, room), ...dated.toSorted(byDay)].slice(0, rows)
}
