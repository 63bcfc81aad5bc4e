import type { Clock } from '#clock.ts'
import type { Config } from '#config.ts'
import type { Db } from '#db/db.ts'
import type { Later } from '#later.ts'
import type { Mailer } from '#mail/mailer.ts'

/** What the domain works with; app.ts and the operator's command line put it together. */
export type Bank = { db: Db; clock: Clock; mailer: Mailer; later: Later; config: Config }
