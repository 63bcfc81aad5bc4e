import { rounded } from '../../experiments/lib/figures.ts'
import { type Db, openPostgres } from '../../server/src/db/db.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { audit, auditOpen, type Finding, inSnapshot } from '../../server/src/ledger/audit.ts'
import { sealDays, sealFindings } from '../../server/src/ledger/seals.ts'
import { runProgram } from '../../server/src/testing/postgres-server.ts'
import { fillLedger } from '../lib/filled-ledger.ts'
import { postgresHome } from '../lib/home.ts'
import { interleaved } from '../lib/interleaved.ts'
import type { Part } from '../lib/part.ts'

const accounts = 20_000
const daysAgain = 7

type Sizes = { postings: number; days: number; rounds: number }

/**
 * The whole audit against a read of every value of the same tables, as pg_dump copies them out; and a
 * night's audit in an old bank against that in a young one, with as many transfers a day.
 */
export async function benchAudit({ postings, days, rounds }: Sizes): Promise<Part> {
  const perDay = Math.round((postings / 2 - accounts) / days)
  const young = await sealedBank({ days: Math.ceil(days / 10), perDay })
  const old = await sealedBank({ days, perDay })
  try {
    const found: string[] = []
    const [whole = 0, read = 1] = await interleaved(
      rounds,
      [async () => note(found, await audit(old.db)), () => readAll(old.url)],
      1,
    )
    const [youngNight = 1, oldNight = 0] = await interleaved(
      rounds * 3,
      [
        async () => note(found, await night(young.db)),
        async () => note(found, await night(old.db)),
      ],
      1,
    )
    if (found.length > 0) throw new Error(`an untouched ledger has findings: ${found[0]}`)
    const altered = await foundAfterChange(old.db)
    return {
      name: 'grow:audit',
      tables: [
        {
          title: `Audit of ${postings} postings, median ms`,
          rows: [
            { what: 'every value read, as pg_dump does', ms: read },
            { what: 'whole audit, all seals read again', ms: whole },
            { what: `a night, ${days} days old`, ms: oldNight },
            { what: `a night, ${Math.ceil(days / 10)} days old`, ms: youngNight },
          ],
        },
      ],
      ratios: [
        { name: 'whole audit against a read', ratio: rounded(whole / read), atMost: 2 },
        { name: 'a night, old against young', ratio: rounded(oldNight / youngNight), atMost: 1.5 },
        { name: 'altered rows of sealed days that are found', ratio: altered, atLeast: 1 },
      ],
    }
  } finally {
    await young.remove()
    await old.remove()
  }
}

async function sealedBank({ days, perDay }: { days: number; perDay: number }) {
  const home = await postgresHome()
  const url = home.env.DATABASE_URL ?? ''
  const db = await openPostgres({ url, statementTimeoutMs: 0 })
  await migrate(db)
  await fillLedger(db, { accounts, transfers: perDay * days, days })
  await sealDays(db, { now: new Date(), zone: 'UTC', lock: 1n, seen: 2n ** 62n })
  await db.script('vacuum analyze')
  return {
    ...{ db, url },
    remove: async () => {
      await db.close()
      await home.remove()
    },
  }
}

const night = (db: Db) =>
  inSnapshot(db, async (sql) => [
    ...(await auditOpen(sql)),
    ...(await sealFindings(sql, { night: 1, days: daysAgain })),
  ])

const readAll = (url: string) =>
  runProgram('pg_dump', ['--data-only', '-t', 'ledger_*', '-t', 'transactions', '-d', url])

function note(found: string[], findings: Finding[]) {
  found.push(...findings.map((finding) => JSON.stringify(finding)))
}

/** One row of a sealed day is changed behind the triggers; the whole audit must name the day. */
async function foundAfterChange(db: Db): Promise<number> {
  await db.script(`
    set session_replication_role = replica;
    update transactions set name = 'Mallory' where entry_id = (select up_to from ledger_seals
      order by day limit 1 offset 1) and type = 'credit';
    set session_replication_role = origin`)
  const findings = await audit(db)
  return findings.filter(({ rule }) => rule.startsWith('S1')).length
}
