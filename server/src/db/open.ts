import type { BankClock } from '#kernel/clock.ts'
import type { Config } from '#kernel/config.ts'
import { type Db, openEmbedded, openPostgres } from './db.ts'
import { keptCluster } from './kept-cluster.ts'
import { openReplica, type Replica } from './replica.ts'

/** Opens the database that the settings name. */
export function openDb(config: Config): Promise<Db> {
  const { databaseUrl: url, listenDatabaseUrl: listenUrl, dataDir } = config
  const { poolSize, poolQueue, statementTimeoutMs, lockTimeoutMs } = config
  return url
    ? openPostgres({ url, listenUrl, poolSize, poolQueue, statementTimeoutMs, lockTimeoutMs })
    : openEmbedded({ dataDir, from: keptCluster })
}

type Auditing = { db: Db; clock: BankClock; config: Config }

/**
 * Works on the standby that the settings name for the audit; without one, on the bank's own database.
 * On a server it has two connections of its own, both of which the whole audit needs.
 */
export async function onAuditDb<T>(
  { db, clock, config }: Auditing,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { auditDatabaseUrl, databaseUrl, statementTimeoutMs, lockTimeoutMs } = config
  const url = auditDatabaseUrl ?? databaseUrl
  if (!url) return work(db)
  const setting = auditDatabaseUrl ? 'AUDIT_DATABASE_URL' : 'DATABASE_URL'
  const own = await openPostgres({ url, setting, poolSize: 2, statementTimeoutMs, lockTimeoutMs })
  try {
    if (auditDatabaseUrl) await mustFollow(own, db, clock.businessNow())
    return await work(own)
  } finally {
    await own.close()
  }
}

const staleMs = 3_600_000
// A standby may show a commit before the primary does.
const settledMs = 60_000

/**
 * Throws a sentence where the database of the audit is another bank's, or a standby that has stopped
 * replaying: that it is sound would say nothing about this bank. By the last entry, and its time too,
 * since every bank has the same ids.
 */
async function mustFollow(audited: Db, own: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const [last] = await audited.sql<{ id: bigint; at: string; seen: bigint }>`
    select id, extract(epoch from at)::text as at, (select max(id) from ledger_entries) as seen
    from ledger_entries where at < ${before(settledMs)} order by id desc limit 1`
  if (last) {
    const same = await own.sql`
      select from ledger_entries
      where id = ${last.id} and extract(epoch from at)::text = ${last.at}`
    if (same.length === 0) {
      throw new Error(
        `AUDIT_DATABASE_URL leads to another bank's database: this bank has no such entry ${last.id}. Correct it.`,
      )
    }
  }
  // Ordered, so that it is looked up in the index: most banks lack none.
  const [missing] = await own.sql<{ id: bigint; at: Date }>`
    select id, at from ledger_entries where id > ${last?.seen ?? 0n} order by id limit 1`
  if (missing && missing.at < before(staleMs)) {
    throw new Error(
      `The database at AUDIT_DATABASE_URL no longer follows the bank's: it lacks entry ${missing.id} of ${missing.at.toISOString()}. See why it replays nothing.`,
    )
  }
}

/** The standby that the settings name, if any. */
export function replicaOf(config: Config): Replica | undefined {
  const { readDatabaseUrl: url, poolSize, poolQueue, statementTimeoutMs, lockTimeoutMs } = config
  return url
    ? openReplica({ url, poolSize, poolQueue, statementTimeoutMs, lockTimeoutMs })
    : undefined
}
