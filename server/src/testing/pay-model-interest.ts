import { payOnly } from '#interest/pay.ts'
import { clockAt } from '#kernel/clock.ts'
import { readConfig } from '#kernel/config.ts'
import type { PayInterest } from '#ledger/model-interest.ts'

/** The bank's own interest for the ledger's model, whose days are those of UTC. */
export const payModelInterest: PayInterest = async (db, at, only) => {
  const config = {
    ...readConfig({ SECRET_KEY: 'a key that is good for tests only' }),
    bankZone: 'UTC',
  }
  await db.transaction((sql) => payOnly({ clock: clockAt(at), config }, sql, { only }))
}
