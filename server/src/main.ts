import { buildApp, makeBank } from '#app.ts'
import { serveOperator } from '#cli/socket.ts'
import { systemClock } from '#clock.ts'
import { type Config, readConfig } from '#config.ts'
import { type Db, openEmbedded, openPostgres } from '#db/db.ts'
import { migrate } from '#db/migrate.ts'
import { demoLogins, seedDemo } from '#demo/seed.ts'
import { makeLog } from '#http/log.ts'
import { jobsOf } from '#jobs/jobs.ts'
import { startJobs } from '#jobs/runner.ts'

/** Starts the bank and says where it is; stops when it is told to, after what it has accepted. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = makeLog(config.logLevel)
  const db = await openDb(config)
  await migrate(db)
  const bank = makeBank({ config, db, clock: systemClock(), log })
  if (config.demo) await seedDemo(bank)
  const app = buildApp(bank, log)
  bank.mailer.start()
  const jobs = startJobs(jobsOf(bank, log), log)
  await app.listen({ host: config.host, port: config.port })
  // PostgreSQL lets the operator in by itself; the embedded database is this process's alone.
  const operator = config.databaseUrl ? undefined : await serveOperator(bank)
  announce(config)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    operator?.close()
    await app.close()
    await jobs.stop()
    await bank.mailer.stop()
    await db.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function openDb({ databaseUrl, dataDir }: Config): Promise<Db> {
  return databaseUrl ? openPostgres({ url: databaseUrl }) : openEmbedded({ dataDir })
}

function announce(config: Config): void {
  const lines = [`${config.systemName} is open at ${config.publicUrl}`]
  if (config.demo) lines.push('Log in with', ...demoLogins.map((login) => `  ${login}`))
  if (config.mailbox) lines.push(`Mail is kept at ${config.publicUrl}/mailbox`)
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
