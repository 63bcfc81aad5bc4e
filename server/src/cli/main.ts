import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeBank } from '#app.ts'
import { mustKnowKey } from '#auth/key-check.ts'
import type { Db } from '#db/db.ts'
import { openClock, readBusinessTime } from '#db/db-clock.ts'
import { mustBeOfThisVersion } from '#db/migrate.ts'
import { openDb } from '#db/open.ts'
import { wordsForOperator } from '#db/why-not-opened.ts'
import { makeLog } from '#http/json-log.ts'
import { type Config, dataDirOf, readConfig } from '#kernel/config.ts'
import { help, runCommand } from './commands.ts'
import { exportFromHere } from './dump-command.ts'
import { askOperator } from './socket.ts'

/** The operator's command line: asks the running bank, or opens its database where none runs. */
async function main(words: string[]): Promise<string> {
  if (words.length === 0 || words[0] === 'help') return help()
  return words[0] === 'export' ? exportFromHere(words, operate) : operate(words)
}

async function operate(words: string[]): Promise<string> {
  const dataDir = dataDirOf(process.env)
  // An empty folder is no bank; opening it would make one, and reading the settings its key.
  if (!process.env.DATABASE_URL && words[0] !== 'migrate' && !existsSync(join(dataDir, 'db'))) {
    throw new Error(`There is no bank in ${dataDir} yet. Start the server once.`)
  }
  const config = readConfig(process.env)
  if (!config.databaseUrl) {
    const reply = await askOperator(dataDir, words)
    if (reply?.ok) return reply.output
    if (reply) throw new Error(reply.output)
  }
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

main(process.argv.slice(2)).then(
  (output) => {
    if (output) process.stdout.write(`${output}\n`)
  },
  (error: unknown) => {
    process.stderr.write(`${wordsForOperator(error)}\n`)
    process.exitCode = 1
  },
)
