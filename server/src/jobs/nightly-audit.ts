import type { Logger } from 'pino'
import type { Db } from '#db/db.ts'
import { onAuditDb } from '#db/open.ts'
import type { Bank } from '#kernel/context.ts'
import { auditOpen, type Finding, inSnapshot } from '#ledger/audit.ts'
import { sealDays, sealFindings } from '#ledger/seals.ts'

export const auditLock = 7_270_004n
/** So many sealed days a night reads again at least: those of a year are all read in 32 nights. */
const daysAgain = 7
const dayMs = 24 * 3_600_000

/**
 * Checks what came after the last seal and some of the sealed days; then seals the days that are over.
 * A finding means money cannot be trusted: each is an error that somebody must see, and nothing is
 * sealed.
 */
export async function auditTonight(bank: Bank, log: Logger): Promise<void> {
  const { clock, config, db, metrics } = bank
  const now = clock.businessNow()
  const night = Math.floor(now.getTime() / dayMs)
  const looked = await onAuditDb(bank, (source) => look(source, night))
  if (!looked) return metrics.auditedElsewhere()
  const { findings, seen } = looked
  metrics.audited(findings.length === 0)
  for (const finding of findings) log.error({ job: 'audit', ...finding }, 'ledger finding')
  if (findings.length > 0) return
  const sealed = await sealDays(db, { now, seen, zone: config.bankZone, lock: auditLock })
  log.info({ job: 'audit', ...(sealed > 0 && { sealed }) }, 'the ledger is sound')
}

/**
 * Of several processes the one with the advisory lock looks; the others get null. `seen` is the last
 * entry of what was looked at, which on a standby may be old.
 */
function look(db: Db, night: number): Promise<{ findings: Finding[]; seen: bigint } | null> {
  return inSnapshot(db, async (sql) => {
    const [lock] = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${auditLock}) as mine`
    if (!lock?.mine) return null
    const [last] = await sql<{ seen: bigint }>`
      select coalesce(max(id), 0) as seen from ledger_entries`
    const open = await auditOpen(sql)
    const sealed = await sealFindings(sql, { night, days: daysAgain })
    return { findings: [...open, ...sealed], seen: last?.seen ?? 0n }
  })
}
