import { makeBank } from '../../server/src/app.ts'
import { askOperator } from '../../server/src/cli/ask.ts'
import { runCommand } from '../../server/src/cli/commands.ts'
import { openPostgres } from '../../server/src/db/db.ts'
import { openClock } from '../../server/src/db/db-clock.ts'
import { makeLog } from '../../server/src/http/json-log.ts'
import { readConfig } from '../../server/src/kernel/config.ts'

/** The operator of a running bank, without a program started for each command. */
export type Operator = { operate(...words: string[]): Promise<string>; close(): Promise<void> }

export async function openOperator(env: Record<string, string>): Promise<Operator> {
  const config = readConfig(env)
  if (!config.databaseUrl) {
    return { operate: (...words) => askEmbedded(config.dataDir, words), close: async () => {} }
  }
  const db = await openPostgres({ url: config.databaseUrl, poolSize: 1 })
  const bank = makeBank({ config, db, clock: await openClock(db), log: makeLog('fatal') })
  return { operate: (...words) => runCommand(bank, words), close: () => db.close() }
}

async function askEmbedded(dataDir: string, words: string[]): Promise<string> {
  const reply = await askOperator(dataDir, words)
  if (!reply?.ok) throw new Error(reply?.output ?? 'no bank listens')
  return reply.output
}
