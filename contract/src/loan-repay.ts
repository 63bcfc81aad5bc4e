import { type Instalment, interestShare } from './loan-plan.ts'

// What a repayment does to a loan. The page shows it before it is approved, and the bank books it.

/** One month of a loan that is under way. */
export type LoanMonth = Instalment & {
  /** The due date before this one; of the first month the day on which the loan was paid out. */
  from: string
  /** Whether its interest has been charged on its due date. */
  charged: boolean
  /** What payments inside the month have already brought on of its interest, and to which day. */
  accruedMinor: bigint
  accruedTo: string | null
}

/** A loan as it stands. */
export type LoanStanding = {
  principalMinor: bigint
  /** What the books say is owed: without the interest from the last charge to today. */
  owedMinor: bigint
  /** What was paid beyond instalments so far, which has shortened the loan. */
  extraMinor: bigint
  rateBps: number
  today: string
  months: LoanMonth[]
}

export type LoanAfter = LoanStanding & {
  /** The interest to the day of the payment, charged with it. */
  interestMinor: bigint
  /** How much of the payment goes beyond what is due and the next instalment. */
  extraNowMinor: bigint
  savedMinor: bigint
  nextOn: string | null
  lastOn: string | null
}

/** Interest from the last charge to a day of the month, but never more than the plan says. */
export function interestTo(
  owedMinor: bigint,
  month: Pick<LoanMonth, 'from' | 'dueOn' | 'interestMinor' | 'accruedMinor' | 'accruedTo'>,
  { rateBps, day }: { rateBps: number; day: string },
): bigint {
  const to = day < month.dueOn ? day : month.dueOn
  const days = { from: month.accruedTo ?? month.from, to }
  const share = interestShare(owedMinor, rateBps, { days, month: [month.from, month.dueOn] })
  return least(share, most(0n, month.interestMinor - month.accruedMinor))
}

/** The same loan once the interest of every due date that has come is charged. */
export function withDueCharged(loan: LoanStanding): LoanStanding {
  const { rateBps, today } = loan
  let { owedMinor } = loan
  const months = loan.months.map((month) => {
    if (month.charged || month.dueOn > today) return month
    const interest = interestTo(owedMinor, month, { rateBps, day: month.dueOn })
    owedMinor += interest
    return { ...month, charged: true, interestMinor: month.accruedMinor + interest }
  })
  return { ...loan, owedMinor, months }
}

/** What would have to be paid to owe nothing any more: with the interest to today. */
export const owedToday = (loan: LoanStanding): bigint => loan.owedMinor + interestToday(loan)

function interestToday({ owedMinor, rateBps, today, months }: LoanStanding): bigint {
  const month = months.find(({ charged }) => !charged)
  return month ? interestTo(owedMinor, month, { rateBps, day: today }) : 0n
}

/** Payments fill the instalments one after the other; `restMinor` is what each still lacks. */
export function withPaid<Month extends Instalment>(months: readonly Month[], paidMinor: bigint) {
  let left = paidMinor
  return months.map((month) => {
    const due = month.principalMinor + month.interestMinor
    const filledMinor = least(left, due)
    left -= filledMinor
    return { ...month, filledMinor, restMinor: due - filledMinor }
  })
}

/** How much the instalments have got: all that was paid, without what shortened the loan. */
export function paidIn({ principalMinor, owedMinor, extraMinor, months }: LoanStanding): bigint {
  return principalMinor + sum(months.map(chargedOf)) - owedMinor - extraMinor
}

/** What of a month's interest stands in the books. */
export const chargedOf = (month: LoanMonth): bigint =>
  month.charged ? month.interestMinor : month.accruedMinor

type NextPayment = {
  on: string
  /** What is left of its months, but no more than is owed. */
  amountMinor: bigint
  /** What each has got already, and what it still lacks. */
  months: readonly { dueOn: string; filledMinor: bigint; restMinor: bigint }[]
}

/** What is due now; where nothing is, the next instalment. Null where nothing is owed. */
export function nextPayment(loan: LoanStanding): NextPayment | null {
  const open = withPaid(loan.months, paidIn(loan)).filter(({ restMinor }) => restMinor > 0n)
  const [first] = open
  if (!first) return null
  const due = open.filter(isDue(loan))
  const months = due.length > 0 ? due : [first]
  const amountMinor = least(sum(months.map(({ restMinor }) => restMinor)), owedToday(loan))
  return { on: first.dueOn, amountMinor, months }
}

/** The most that is paid in a month; the last one may be another. */
export const instalmentOf = ({ months }: { months: readonly Instalment[] }): bigint =>
  months.reduce(
    (highest, { principalMinor, interestMinor }) => most(highest, principalMinor + interestMinor),
    0n,
  )

const isDue =
  ({ today }: Pick<LoanStanding, 'today'>) =>
  ({ dueOn }: Pick<LoanMonth, 'dueOn'>) =>
    dueOn <= today

/**
 * The loan after a payment, given one whose months are charged as far as they are due. It pays what is due and the next instalment; what goes beyond keeps the
 * instalment and shortens the loan. Interest is counted to today, so what is paid early saves some.
 */
export function afterPayment(loan: LoanStanding, amountMinor: bigint): LoanAfter {
  const interestMinor = interestToday(loan)
  const accrued = accrue(loan, interestMinor)
  const before = withPaid(accrued.months, paidIn(accrued))
  const due = sum(before.filter(isDue(loan)).map(({ restMinor }) => restMinor))
  const next = before.find((month) => month.restMinor > 0n && !isDue(loan)(month))
  const owedMinor = accrued.owedMinor - amountMinor
  const beyond = amountMinor - due - (next?.restMinor ?? 0n)
  const extraNowMinor = owedMinor === 0n ? 0n : most(0n, beyond)
  const paid = { ...accrued, owedMinor, extraMinor: loan.extraMinor + extraNowMinor }
  const after = { ...paid, months: monthsThen(paid, { overdue: amountMinor < due }) }
  const open = withPaid(after.months, paidIn(after)).filter(({ restMinor }) => restMinor > 0n)
  return {
    ...after,
    interestMinor,
    extraNowMinor,
    savedMinor: interestOf(loan) - interestOf(after),
    nextOn: open[0]?.dueOn ?? null,
    lastOn: open.at(-1)?.dueOn ?? null,
  }
}

/**
 * Charges the interest to today, which ends that of these days. Days that have not come to a cent yet
 * are counted again with those that follow: a payment every day would else cost no interest at all.
 */
function accrue(loan: LoanStanding, interestMinor: bigint): LoanStanding {
  const month = loan.months.find(({ charged }) => !charged)
  if (!month || interestMinor === 0n) return loan
  const since = month.accruedTo ?? month.from
  // A clock that was set back gives no day a second time.
  const [, accruedTo = since] = [since, loan.today].sort()
  const accrued = { ...month, accruedMinor: month.accruedMinor + interestMinor, accruedTo }
  return {
    ...loan,
    owedMinor: loan.owedMinor + interestMinor,
    months: loan.months.map((one) => (one === month ? accrued : one)),
  }
}

function monthsThen(loan: LoanStanding, { overdue }: { overdue: boolean }): LoanMonth[] {
  // All of it pays every month, and those that did not come cost nothing.
  if (loan.owedMinor === 0n) {
    return loan.months.map((month) => ({ ...month, interestMinor: chargedOf(month) }))
  }
  // While something is overdue the plan stays: it is what the customer is behind.
  return overdue ? loan.months : planAnew(loan)
}

/** The months that are still to come, each with the instalment it had, until nothing is left. */
function planAnew(loan: LoanStanding): LoanMonth[] {
  const { rateBps } = loan
  const months = withPaid(loan.months, paidIn(loan))
  const final = months.at(-1)
  let left = loan.owedMinor
  return months.flatMap((row) => {
    const { filledMinor, restMinor, ...month } = row
    if (month.charged) return [month]
    if (left === 0n && filledMinor === 0n && month.accruedMinor === 0n) return []
    const interest = interestTo(left, month, { rateBps, day: month.dueOn })
    left += interest
    const pay = row === final ? left : least(restMinor, left)
    left -= pay
    const interestMinor = month.accruedMinor + interest
    return [{ ...month, interestMinor, principalMinor: filledMinor + pay - interestMinor }]
  })
}

const interestOf = ({ months }: LoanStanding) => sum(months.map((month) => month.interestMinor))

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const most = (a: bigint, b: bigint): bigint => (a > b ? a : b)
