import { dayIn } from '@passbook/contract'
import type { FindAccounts } from '#accounts/find.ts'
import type { Db } from '#db/db.ts'
import type { Moment } from '#ledger/ledger.ts'
import type { Poster } from '#ledger/poster.ts'
import type { Mailer } from '#mail/mailer.ts'
import type { Metrics } from '#metrics/metrics.ts'
import type { Later } from './background.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'

/** What the domain works with; app.ts and the operator's command line put it together. */
export type Bank = {
  db: Db
  clock: Clock
  mailer: Mailer
  later: Later
  config: Config
  post: Poster
  findAccounts: FindAccounts
  metrics: Metrics
}

/** Now, with its booking day in the bank's zone. */
export function momentOf({ clock, config }: Pick<Bank, 'clock' | 'config'>): Moment {
  const at = clock.now()
  return { at, day: dayOf(at, config.bankZone) }
}

let latest = { second: Number.NaN, zone: '', day: '' }

/** A day begins on a whole second, and a busy bank asks thousands of times in one. */
function dayOf(at: Date, zone: string): string {
  const second = Math.floor(at.getTime() / 1000)
  if (second !== latest.second || zone !== latest.zone) {
    latest = { second, zone, day: dayIn(at, zone) }
  }
  return latest.day
}
