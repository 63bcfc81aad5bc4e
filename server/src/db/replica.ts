import { setTimeout as wait } from 'node:timers/promises'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import type { Db } from './sql.ts'

/** Who answered: the standby, or the primary because the standby lags behind or does not answer. */
type Outcome = 'answered' | 'behind' | 'away'

/** A read replica: a standby of the bank's database, which some reads are asked of. */
export type Replica = {
  /**
   * What the standby answers. Undefined where it is away or slow, or where `ask` answers so because
   * it lacks something that the customer has seen already: then the primary is to be asked.
   */
  read<T>(ask: (standby: Db) => Promise<T | undefined>): Promise<T | undefined>
  figures(): Readonly<Record<Outcome, number>>
  close(): Promise<void>
}

// A customer waits no longer than this for a standby before the primary is asked.
const patienceMs = 500
// Circuit breaker: after a failure nobody tries it for so long.
const pauseMs = 2_000

/** It is opened by the first read: a bank starts and goes on without its standby. */
export function openReplica(options: PostgresOptions): Replica {
  const counts = { answered: 0, behind: 0, away: 0 }
  let opened: Promise<Db> | undefined
  let closed = false
  let hasFailed = false
  let restUntil = 0

  function open(): Promise<Db> {
    opened ??= openPostgres(options).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }

  /** Half open: of those who come after a pause one tries, and the others do not wait for it. */
  function mayTry(): boolean {
    const now = performance.now()
    if (closed || now < restUntil) return false
    if (hasFailed) restUntil = now + patienceMs
    return true
  }

  function failed(): undefined {
    counts.away += 1
    hasFailed = true
    restUntil = performance.now() + pauseMs
    return undefined
  }

  return {
    async read(ask) {
      if (!mayTry()) {
        counts.away += 1
        return undefined
      }
      const late = Symbol('late')
      const asked = open().then(ask)
      // Whatever becomes of it once nobody waits any more.
      asked.catch(() => {})
      try {
        const answer = await Promise.race([asked, wait(patienceMs, late, { ref: false })])
        if (answer === late) return failed()
        hasFailed = false
        restUntil = 0
        counts[answer === undefined ? 'behind' : 'answered'] += 1
        return answer as Exclude<typeof answer, typeof late>
      } catch {
        return failed()
      }
    },
    figures: () => counts,
    async close() {
      closed = true
      const db = await opened?.catch(() => undefined)
      await db?.close()
    },
  }
}
