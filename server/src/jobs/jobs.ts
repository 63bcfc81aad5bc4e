import type { Logger } from 'pino'
import { payDueBills } from '#bills/pay.ts'
import type { Bank } from '#kernel/context.ts'
import { audit } from '#ledger/audit.ts'
import { decideWaitingLoans } from '#loans/decide.ts'
import { chargeInterest } from '#loans/interest.ts'
import { sendDigests } from '#mail/security-mails.ts'
import { deliverOutbox } from '#notifications/outbox.ts'
import { sandbox } from '#transfers/rails.ts'
import { settleDue } from '#transfers/settle-due.ts'
import { makeCleanUp } from './clean-up.ts'
import type { Job } from './runner.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const auditLock = 7_270_004n

/** Everything that happens without anybody asking. Each job is safe in several processes at once. */
export function jobsOf(bank: Bank, log: Logger): Job[] {
  const cleanUp = makeCleanUp(bank)
  return [
    { name: 'outbox', everyMs: second, run: () => deliverOutbox(bank) },
    { name: 'transfers', everyMs: second, run: (signal) => settleTransfers(bank, log, signal) },
    { name: 'due bills', everyMs: 30 * second, run: (signal) => payDueBills(bank, { signal }) },
    { name: 'loan interest', everyMs: hour, run: (signal) => chargeInterest(bank, { signal }) },
    ...(bank.config.demo
      ? [{ name: 'loan decisions', everyMs: 2 * second, run: () => decideWaitingLoans(bank) }]
      : []),
    { name: 'clean-up', everyMs: minute, run: (signal) => cleanUp(signal) },
    { name: 'security digests', everyMs: minute, run: () => sendDigests(bank) },
    {
      name: 'audit',
      everyMs: 24 * hour,
      firstAfterMs: 10 * minute,
      run: () => auditLedger(bank, log),
    },
  ]
}

function settleTransfers(bank: Bank, log: Logger, signal: AbortSignal): Promise<number> {
  return settleDue(bank, sandbox, {
    signal,
    onTrouble: ({ transactionId, message }) =>
      log.error({ job: 'transfers', transactionId, message }, 'a transfer is not settled'),
  })
}

/**
 * A finding means money cannot be trusted: each is an error that somebody must see. Of several
 * processes the one with the advisory lock looks; the others leave it alone.
 */
async function auditLedger({ db, metrics }: Bank, log: Logger): Promise<void> {
  const findings = await db.transaction(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`
    const [lock] = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${auditLock}) as mine`
    if (!lock?.mine) return null
    await sql`set local statement_timeout = 0`
    return audit(sql)
  })
  if (!findings) return
  metrics.audited(findings.length === 0)
  for (const finding of findings) log.error({ job: 'audit', ...finding }, 'ledger finding')
  if (findings.length === 0) log.info({ job: 'audit' }, 'the ledger is sound')
}
