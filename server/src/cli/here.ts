import { makeBank } from '#app.ts'
import { mustKnowKey } from '#auth/key-check.ts'
import type { Db } from '#db/db.ts'
import { openClock, readBusinessTime } from '#db/db-clock.ts'
import { mustBeOfThisVersion } from '#db/migrate.ts'
import { openDb } from '#db/open.ts'
import { makeLog } from '#http/json-log.ts'
import type { Config } from '#kernel/config.ts'
import { runCommand } from './commands.ts'

/** Runs a command in this process, on the bank's database: no bank is there to be asked. */
export async function runHere(config: Config, words: string[]): Promise<string> {
  const db = await openDb(config)
  try {
    await mustBelong(db, config, words[0])
    const bank = makeBank({ config, db, clock: await openClock(db), log: makeLog('warn') })
    if (words[0] !== 'migrate') bank.clock.follow(await readBusinessTime(db.sql))
    return await runCommand(bank, words)
  } finally {
    await db.close()
  }
}

/** Version and key of the database are this program's, or the command is the one that makes them so. */
async function mustBelong(db: Db, config: Config, command = ''): Promise<void> {
  if (command === 'migrate') return
  await mustBeOfThisVersion(db)
  if (command !== 'accept-key') await mustKnowKey(db.sql, config)
}
