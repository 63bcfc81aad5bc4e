import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { dataDirOf, readConfig } from '#kernel/config.ts'
import { print } from '#kernel/print.ts'
import { askOperator } from './ask.ts'

/**
 * The operator's command line: asks the running bank, or opens its database where none runs. What the
 * bank is made of is loaded only then: most of the time that a command takes is that.
 */
async function main(words: string[]): Promise<string> {
  if (words.length === 0 || words[0] === 'help')
    return (await import('./commands.ts')).help(words[1])
  if (words[0] !== 'export') return operate(words)
  return (await import('./dump-command.ts')).exportFromHere(words, operate)
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
  return (await import('./here.ts')).runHere(config, words)
}

main(process.argv.slice(2)).then(
  (output) => {
    if (output) print('stdout', output)
  },
  async (error: unknown) => {
    const { wordsForOperator } = await import('#db/why-not-opened.ts')
    print('stderr', wordsForOperator(error))
    process.exitCode = 1
  },
)
