import {
  type autoRepayLoan,
  autoRepayPayee,
  type CurrencyCode,
  type Input,
  instalmentOf,
  type LoanStanding,
  nextPayment,
  paidIn,
  toDecimal,
  withPaid,
} from '@passbook/contract'
import { approveAction, type GivenApproval, type Signed } from '#auth/approval.ts'
import { admitOutgoing, isFrozen } from '#auth/outgoing.ts'
import { signatureOf } from '#auth/passkey-approval.ts'
import { isStillFresh, type SignedIn } from '#auth/sessions.ts'
import { part, type Sql } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import { dayWords, sumWords } from '#kernel/words.ts'
import { workThrough } from '#kernel/work-through.ts'
import * as ledger from '#ledger/ledger.ts'
import { notify } from '#notifications/notifications.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import {
  dateAfter,
  isOwed,
  lockedWhere,
  type OwedLoan,
  ownLoan,
  standingOn,
  switchedOff,
} from './loan-rows.ts'
import { broughtUp, least, payBack, repaymentLine } from './pay-back.ts'
import { payingAccount } from './repay.ts'

type Order = Omit<Input<typeof autoRepayLoan>, keyof GivenApproval>

/**
 * Has each instalment paid on its day from an account, or no longer. Switching it on wants a session
 * that has just proven itself, or an approval of the instalment; switching it off keeps money in.
 */
export async function switchAutoRepay(
  bank: Bank,
  customer: SignedIn,
  { order, approval }: { order: Order; approval: GivenApproval },
): Promise<void> {
  const signed = await signatureOf(bank, customer, {
    credential: approval.approval,
    account: order.account,
    order: () => boundOrder(order),
  })
  const refused = await bank.db.transaction(async (sql) => {
    await lockCustomer(sql, customer.id)
    const loan = await ownLoan(sql, customer.id, order.id)
    if (!order.on) {
      await sql`update loans set ${switchedOff}, auto_trouble = null where id = ${loan.id}`
      return undefined
    }
    if (!isOwed(loan)) throw refusal('loan_not_owed')
    const account = await payingAccount(sql, loan, order.account)
    const standing = await standingOn(bank, sql, loan)
    const autoMinor = mostAMonth(standing, order.amount)
    // Sent again after a lost answer: what approved it is spent.
    const isSet = loan.autoAccountId === account.id && loan.autoMinor === autoMinor
    if (isSet && loan.autoTries === 0 && loan.autoTrouble === null) return undefined
    if (await isFrozen(sql, customer.id)) return refusal('frozen')
    if (autoMinor === undefined) throw noInstalment(standing, loan.currency)
    const failure = await approve(bank, sql, { customer, order, approval, signed })
    // Not thrown here: a wrong PIN or code stays counted.
    if (failure) return failure
    const next = nextPayment(standing)
    await sql`
      update loans set auto_account_id = ${account.id}, auto_minor = ${autoMinor},
        auto_since = ${bank.clock.now()}, auto_approval = ${signed?.name ?? null},
        auto_tries = 0, auto_trouble = null,
        auto_try_at = (${next?.on ?? null}::date::timestamp at time zone ${bank.config.bankZone})
      where id = ${loan.id}`
    return undefined
  })
  if (refused) throw refused
}

/**
 * The most that an order lets go in a month: the instalment that it names, whether that is the highest
 * or the next one. The last one gathers what was rounded in all others, so it may be some cents more.
 * Undefined where the amount is no instalment, as what is overdue or the rest of a month is not.
 */
function mostAMonth(standing: LoanStanding, amountMinor: bigint | undefined): bigint | undefined {
  if (amountMinor === instalmentOf(standing)) return amountMinor
  const open = withPaid(standing.months, paidIn(standing)).filter(({ restMinor }) => restMinor > 0n)
  const [next] = open
  if (!next || amountMinor !== next.principalMinor + next.interestMinor) return undefined
  const highest = instalmentOf({ months: open })
  return highest - amountMinor <= roundedMax(standing) ? highest : undefined
}

const roundedMax = ({ months }: LoanStanding): bigint => BigInt(months.length) * 2n

function noInstalment(standing: LoanStanding, currency: CurrencyCode): Failure {
  const instalment = instalmentOf(standing)
  return new Failure(
    'loan_sum_changed',
    `The instalment of this loan is ${sumWords(instalment, currency)}`,
    { field: 'amount', data: { instalment: toDecimal(instalment) } },
  )
}

/** Switches it off where it pays from an account that is being closed; answers how many did. */
export async function stopRepaymentsFrom(
  sql: Sql,
  accountId: bigint,
  reason: string,
): Promise<number> {
  const stopped = await sql`
    update loans set ${switchedOff}, auto_trouble = ${reason}
    where customer_id = (select owner_id from accounts where account_id = ${accountId})
      and auto_account_id = ${accountId} returning 1`
  return stopped.length
}

type Given = { customer: SignedIn; order: Order; approval: GivenApproval }

async function approve(
  bank: Bank,
  sql: Sql,
  { customer, order, approval, signed }: Given & { signed: Signed | undefined },
): Promise<Failure | undefined> {
  if (!signed && (await isStillFresh(bank, sql, customer))) return undefined
  if (!signed && !approval.pin) return refusal('approval_required')
  const by = { orders: [boundOrder(order)], approval, signed }
  return approveAction(bank, sql, { customerId: customer.id }, by)
}

const boundOrder = ({ id, account, amount }: Order) => ({
  sourceAccount: account,
  amountMinor: amount ?? 0n,
  to: autoRepayPayee(id),
})

/** How often an instalment is tried again for which the money is missing, and when. */
export const retryHours = 6
export const triesMax = 12
/** Nor is one that was not paid looked at again sooner. */
const soonestMs = 10 * 60_000
/** And one that broke so much later. */
const brokenMs = 3_600_000

/** A loan whose instalment broke; it is tried again. */
type Trouble = { loanId: bigint; error: unknown }

type Options = { signal?: AbortSignal | undefined; onTrouble?: (trouble: Trouble) => void }

/**
 * Pays the instalments that have come due from the accounts that their customers chose, each loan in a
 * transaction of its own. What pays is what is due at that moment on the locked loan, but no more in a
 * month than was approved, so that however many workers run, and whenever one dies, it is paid once.
 */
export async function payInstalments(
  bank: Bank,
  { signal, onTrouble = () => {} }: Options = {},
): Promise<{ paid: number; missed: number }> {
  const done = { paid: 0, missed: 0 }
  const { db, clock } = bank
  await workThrough<bigint>({
    signal,
    group: async (took) => {
      const due = await db.sql<{ id: bigint }>`
        select id from loans
        where auto_account_id is not null and state = 'active' and auto_try_at <= ${clock.businessNow()}
        order by auto_try_at limit 200`
      const ids = due.map(({ id }) => id)
      took(ids)
      return ids
    },
    alone: async (id) => {
      const outcome = await db.transaction((sql) => payOne(bank, sql, id))
      if (outcome) done[outcome] += 1
    },
    setAside: async (loanId, error) => {
      onTrouble({ loanId, error })
      const again = new Date(clock.businessNow().getTime() + brokenMs)
      await db.sql`update loans set auto_try_at = ${again} where id = ${loanId}`
    },
  })
  return done
}

async function payOne(bank: Bank, sql: Sql, id: bigint): Promise<'paid' | 'missed' | undefined> {
  // The customer first, then the loan, as everywhere.
  await sql`select customer_lock(array(select customer_id from loans where id = ${id}))`
  const loan = await lockedWhere(sql, part`id = ${id}`)
  const { at, day } = momentOf(bank)
  // Another worker was faster, or the customer has switched it off.
  if (!loan || !isOwed(loan) || loan.autoAccountId === null || loan.autoMinor === null) {
    return undefined
  }
  if (loan.autoTryAt === null || loan.autoTryAt > at) return undefined
  const standing = await broughtUp(bank, sql, loan)
  const due = nextPayment(standing)
  if (!due || due.on > day) {
    await turnTo(bank, sql, loan, due?.on ?? null)
    return undefined
  }
  const amountMinor = least(due.amountMinor, loan.autoMinor)
  const payment = { accountId: loan.autoAccountId, amountMinor }
  try {
    const { admitted } = await admitOutgoing(bank, sql, [
      // Money to the bank itself, for what is owed to it: it counts towards no limit.
      { customerId: loan.customerId, usdMinor: 0n, line: repaymentLine(loan) },
    ])
    // A refusal leaves nothing behind, also the ledger's, so this transaction can go on and say so.
    if (admitted[0]?.refusal) throw admitted[0].refusal
    await payBack(bank, sql, { loan, standing }, { ...payment, by: 'automatic' })
    return 'paid'
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'unavailable') throw error
    await miss(bank, sql, { loan, standing, due: { on: due.on, ...payment } }, error)
    return 'missed'
  }
}

/**
 * When it is tried next: from the beginning of that day in the bank's zone, but not at once. Where
 * PostgreSQL knows another time zone database than Node, that moment may be over: a busy loop.
 */
async function turnTo({ clock, config }: Bank, sql: Sql, { id }: OwedLoan, on: string | null) {
  const soonest = new Date(clock.businessNow().getTime() + soonestMs)
  await sql`
    update loans set auto_tries = 0, auto_try_at = case when ${on}::date is not null then
      greatest(${on}::date::timestamp at time zone ${config.bankZone}, ${soonest}) end
    where id = ${id}`
}

type Missed = {
  loan: OwedLoan
  standing: LoanStanding
  due: { on: string; amountMinor: bigint; accountId: bigint }
}

/** Money that is missing may come within days; after that it waits for the next date. */
async function miss(
  bank: Bank,
  sql: Sql,
  { loan, standing, due }: Missed,
  { code, message }: Failure,
): Promise<void> {
  const moment = momentOf(bank)
  const { at } = moment
  if (code === 'account_closed') {
    await sql`update loans set ${switchedOff}, auto_trouble = ${message} where id = ${loan.id}`
    return tell(sql, { loan, due, now: at }, `${message}. Choose another account.`)
  }
  await sql`update loans set auto_trouble = ${message} where id = ${loan.id}`
  if (loan.autoTries < triesMax) {
    const again = new Date(at.getTime() + retryHours * 3_600_000)
    await sql`
      update loans set auto_tries = auto_tries + 1, auto_try_at = ${again} where id = ${loan.id}`
    if (loan.autoTries > 0) return
    return tell(
      sql,
      { loan, due, now: at },
      `${message}. We try again every ${retryHours} hours, ${triesMax} times.`,
    )
  }
  await ledger.noteFailed(sql, {
    ...moment,
    accountId: due.accountId,
    type: 'debit',
    amountMinor: due.amountMinor,
    line: repaymentLine(loan),
    reason: message,
  })
  const next = dateAfter(standing)
  await turnTo(bank, sql, loan, next)
  const again = next ? ` We try again on ${dayWords(next)}.` : ''
  return tell(sql, { loan, due, now: at }, `${message}.${again}`)
}

async function tell(
  sql: Sql,
  { loan, due, now }: { loan: OwedLoan; due: Missed['due']; now: Date },
  words: string,
): Promise<void> {
  const amount = sumWords(due.amountMinor, loan.currency)
  await notify(sql, loan.customerId, {
    title: 'Loan instalment waits',
    body: `${amount}, due ${dayWords(due.on)}: ${words}`,
    now,
    warns: true,
  })
}
