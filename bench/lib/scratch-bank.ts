import { makeBank } from '../../server/src/app.ts'
import { openPostgres } from '../../server/src/db/db.ts'
import { openClock } from '../../server/src/db/db-clock.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { makeLog } from '../../server/src/http/json-log.ts'
import { readConfig } from '../../server/src/kernel/config.ts'
import type { Bank } from '../../server/src/kernel/context.ts'
import type { Carrier } from '../../server/src/mail/mailer.ts'
import { postgresHome } from './home.ts'

/** A bank without HTTP on a PostgreSQL database of its own, to be filled and asked directly. */
export async function scratchBank(
  options: { carrier?: Carrier } = {},
): Promise<{ bank: Bank; remove(): Promise<void> }> {
  const home = await postgresHome()
  // Filling takes longer than any statement of a customer may.
  const db = await openPostgres({ url: home.env.DATABASE_URL ?? '', statementTimeoutMs: 0 })
  await migrate(db)
  const config = readConfig(home.env)
  const bank = makeBank({
    ...options,
    config,
    db,
    clock: await openClock(db),
    log: makeLog('fatal'),
  })
  return {
    bank,
    remove: async () => {
      await bank.mailer.stop()
      await db.close()
      await home.remove()
    },
  }
}
