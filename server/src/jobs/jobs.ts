import type { Logger } from 'pino'
import { moveBills } from '#bills/move.ts'
import { expireHolds } from '#card-controls/payments.ts'
import { loggable } from '#db/away.ts'
import { makeDocuments, queueMonth } from '#documents/make.ts'
import { tellBudgets } from '#insights/budget-words.ts'
import { accrueInterest } from '#interest/accrue.ts'
import { makeBeginInterest } from '#interest/begin.ts'
import { payInterest } from '#interest/pay.ts'
import type { Bank } from '#kernel/context.ts'
import { payInstalments } from '#loans/auto-repay.ts'
import { chargeInterest } from '#loans/charge-interest.ts'
import { decideWaitingLoans } from '#loans/decide.ts'
import { sendMovementDigests } from '#mail/movement-mails.ts'
import { sendDigests } from '#mail/security-mails.ts'
import { deliverOutbox, roundUpDue } from '#notifications/outbox.ts'
import { runOrders } from '#orders/pay-due.ts'
import { tellComing } from '#orders/tell.ts'
import { sandbox } from '#transfers/rails.ts'
import { settleDue } from '#transfers/settle-due.ts'
import { makeCleanUp } from './clean-up.ts'
import { auditTonight } from './nightly-audit.ts'
import { attempt, type Job } from './runner.ts'

const byDay = true as const
const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Everything that happens without anybody asking. Each job is safe in several processes at once. */
export function jobsOf(bank: Bank, log: Logger): Job[] {
  const cleanUp = makeCleanUp(bank)
  const earn = makeEarn(bank, log)
  return [
    {
      name: 'transfers',
      everyMs: second,
      byDay,
      run: (signal) => settleTransfers(bank, log, signal),
    },
    { name: 'due dates', everyMs: 30 * second, byDay, run: (signal) => payDue(bank, log, signal) },
    { name: 'round-ups', everyMs: 10 * second, byDay, run: () => roundUpDue(bank) },
    { name: 'interest', everyMs: 10 * minute, byDay, run: (signal) => earn(signal) },
    {
      name: 'loan interest',
      everyMs: hour,
      byDay,
      run: (signal) => chargeLoans(bank, log, signal),
    },
    ...(bank.config.demo
      ? [
          {
            name: 'loan decisions',
            everyMs: 2 * second,
            byDay,
            run: () => decideWaitingLoans(bank),
          },
        ]
      : []),
    { name: 'budgets', everyMs: 2 * second, byDay, run: (signal) => tellBudgets(bank, signal) },
    { name: 'card holds', everyMs: hour, byDay, run: () => expireHolds(bank) },
    // After those that move money, so that a day that is passed is told of on that day.
    { name: 'outbox', everyMs: second, byDay, run: () => deliverOutbox(bank) },
    {
      name: 'documents',
      everyMs: 10 * second,
      firstAfterMs: minute,
      run: (signal) => makePapers(bank, log, signal),
    },
    { name: 'clean-up', everyMs: minute, run: (signal) => cleanUp(signal) },
    { name: 'security digests', everyMs: minute, run: () => sendDigests(bank) },
    { name: 'movement digests', everyMs: minute, run: () => sendMovementDigests(bank) },
    {
      name: 'audit',
      everyMs: 24 * hour,
      firstAfterMs: 10 * minute,
      run: () => auditTonight(bank, log),
    },
  ]
}

/**
 * Runs what belongs to the days of business time, one after the other, at the moment at which that
 * stands. One that fails is logged and keeps no other from its turn, as in a day that nobody hurries.
 */
export function makeDayRun(bank: Bank, log: Logger): (signal: AbortSignal) => Promise<void> {
  const jobs = jobsOf(bank, log).filter(({ byDay }) => byDay)
  return async (signal) => {
    for (const job of jobs) await attempt(job, signal, log)
  }
}

/** Bills and standing orders. */
function payDue(bank: Bank, log: Logger, signal: AbortSignal): Promise<void> {
  const pay = () =>
    runOrders(bank, {
      signal,
      onTrouble: ({ orderId, dueOn, error }) =>
        log.error(
          { job: 'due dates', orderId: String(orderId), dueOn, ...loggable(error) },
          'a due date is set aside',
        ),
    })
  return inTurn(
    () => moveBills(bank, signal),
    () => tellComing(bank, signal),
    pay,
  )
}

/** Days first: a month is paid once all of its days are counted. */
function makeEarn(bank: Bank, log: Logger): (signal: AbortSignal) => Promise<void> {
  const begin = makeBeginInterest(bank)
  const onTrouble = ({ accountId, error }: { accountId: bigint; error: unknown }) =>
    log.error(
      { job: 'interest', accountId: String(accountId), ...loggable(error) },
      'the interest of an account is set aside',
    )
  return (signal) =>
    inTurn(
      () => begin(signal),
      () => accrueInterest(bank, { signal, onTrouble }),
      () => payInterest(bank, { signal, onTrouble }),
    )
}

/** Interest first: an instalment that is paid on its day pays that day's interest, too. */
function chargeLoans(bank: Bank, log: Logger, signal: AbortSignal): Promise<void> {
  const job = 'loan interest'
  const charge = () =>
    chargeInterest(bank, {
      signal,
      onTrouble: ({ loanId, number, error }) =>
        log.error(
          { job, loanId: String(loanId), number, ...loggable(error) },
          'an instalment is set aside',
        ),
    })
  const repay = () =>
    payInstalments(bank, {
      signal,
      onTrouble: ({ loanId, error }) =>
        log.error({ job, loanId: String(loanId), ...loggable(error) }, 'a repayment is set aside'),
    })
  return inTurn(charge, repay)
}

function makePapers(bank: Bank, log: Logger, signal: AbortSignal): Promise<void> {
  const make = () =>
    makeDocuments(bank, {
      signal,
      onTrouble: ({ documentId, error }) =>
        log.error(
          { job: 'documents', documentId: String(documentId), ...loggable(error) },
          'a document is set aside',
        ),
    })
  return inTurn(() => queueMonth(bank, signal), make)
}

/** One after the other. One that breaks keeps none after it from its turn; the first error is thrown. */
async function inTurn(...steps: (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) {
    await step().catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
}

function settleTransfers(bank: Bank, log: Logger, signal: AbortSignal): Promise<number> {
  return settleDue(bank, sandbox, {
    signal,
    onTrouble: ({ transactionId, error }) =>
      log.error(
        { job: 'transfers', transactionId, ...loggable(error) },
        'a transfer is not settled',
      ),
  })
}
