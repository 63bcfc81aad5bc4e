import type { Part } from '../lib/part.ts'
import { benchAudit } from './audit.ts'
import { benchHot } from './hot.ts'
import { benchJobs } from './jobs.ts'
import { benchMail } from './mail.ts'
import { benchNotices } from './notices.ts'
import { benchStorm } from './reconnect-storm.ts'
import { benchSearch } from './search.ts'
import { benchWal } from './wal.ts'

/**
 * What must not slow down as the bank grows, one file each beside this one. `--only grow` runs them
 * all, `--only grow:mail` one of them; a run without `--only` leaves them out, since they fill
 * queues and tables with a million rows first.
 */
export const growParts: Record<`grow:${string}`, () => Promise<Part>> = {
  'grow:audit': () => benchAudit({ postings: 1_000_000, days: 365, rounds: 3 }),
  'grow:hot': () => benchHot({ people: 1_000, clients: 32, rounds: 3, seconds: 4 }),
  'grow:jobs': () => benchJobs({ small: 1_000, large: 100_000, settlements: 10_000, rounds: 3 }),
  'grow:mail': () => benchMail({ backlog: 1_000_000, rounds: 7 }),
  'grow:notices': () => benchNotices({ notices: 1_000_000, codes: 3_000_000, rounds: 100 }),
  'grow:search': () => benchSearch({ large: 1_000_000, rounds: 100 }),
  'grow:storm': () => benchStorm({ streams: 5_000, rounds: 3, seconds: 3 }),
  'grow:wal': () => benchWal({ customers: 200_000, transfers: 10_000 }),
}
