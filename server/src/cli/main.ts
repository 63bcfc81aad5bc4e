import { makeBank } from '#app.ts'
import { openClock } from '#db/db-clock.ts'
import { migrate } from '#db/migrate.ts'
import { openDb } from '#db/open.ts'
import { wordsForOperator } from '#db/why-not-opened.ts'
import { makeLog } from '#http/log.ts'
import { readConfig } from '#kernel/config.ts'
import { help, runCommand } from './commands.ts'
import { exportFromHere } from './dump-command.ts'
import { askOperator } from './socket.ts'

/** The operator's command line: asks the running bank, or opens its database where none runs. */
async function main(words: string[]): Promise<string> {
  if (words.length === 0 || words[0] === 'help') return help()
  return words[0] === 'export' ? exportFromHere(words, operate) : operate(words)
}

async function operate(words: string[]): Promise<string> {
  const config = readConfig(process.env)
  if (!config.databaseUrl) {
    const reply = await askOperator(config.dataDir, words)
    if (reply?.ok) return reply.output
    if (reply) throw new Error(reply.output)
  }
  const db = await openDb(config)
  try {
    await migrate(db)
    const bank = makeBank({ config, db, clock: await openClock(db), log: makeLog('warn') })
    return await runCommand(bank, words)
  } finally {
    await db.close()
  }
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
