import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildApp, makeBank } from '#app.ts'
import { mustHaveKey, mustKnowKey } from '#auth/key-check.ts'
import { nameCardKeys } from '#cards/cards.ts'
import { serveOperator } from '#cli/socket.ts'
import { openClock, readBusinessTime } from '#db/db-clock.ts'
import { migrate } from '#db/migrate.ts'
import { openDb, replicaOf } from '#db/open.ts'
import { closeDemo, openDemo } from '#demo/doors.ts'
import { followBankClock, forgetLease, leaveDays, passDays, quietly } from '#demo/forward.ts'
import { demoLogins, seedDemo } from '#demo/seed.ts'
import { closeGently } from '#http/close.ts'
import { makeLog } from '#http/json-log.ts'
import { jobsOf, makeDayRun } from '#jobs/jobs.ts'
import { auditTonight } from '#jobs/nightly-audit.ts'
import { type Job, startJobs } from '#jobs/runner.ts'
import { type FollowingClock, isOnTime } from '#kernel/clock.ts'
import type { Config } from '#kernel/config.ts'
import type { Bank } from '#kernel/context.ts'
import { print } from '#kernel/print.ts'
import { mailboxKey } from '#mail/mailbox.ts'
import { troubleWith } from '#mail/smtp.ts'
import { answerParent } from '#metrics/gather.ts'
import { watchBank, watchOffset } from '#metrics/watch.ts'
import { cannotListen, openMetrics } from './open-port.ts'
import { stopOnce } from './stop.ts'
import { watchClock } from './watch-clock.ts'

/** One server process: opens the bank, and closes it when told to, after what it has accepted. */
export async function serve(
  config: Config,
  { worker, clientBuilt }: { worker?: { id: number } | undefined; clientBuilt?: Building } = {},
): Promise<void> {
  const log = makeLog(config.logLevel)
  // Side by side; a client that cannot be built ends the start at once.
  const [{ bank, clock }] = await Promise.all([openBank(config, log), clientBuilt])
  let stopping = false
  const onTime = () => isOnTime(clock)
  const app = buildApp(bank, log, { isReady: () => !stopping && onTime() })
  const watching = watchClock(clock, log)
  bank.mailer.start()
  const passing = config.demo ? await followBankClock(bank) : undefined
  const jobs = startJobs([...jobsOf(bank, log), ...passingDays(bank, log)], log, {
    onRun: bank.metrics.jobRan,
    mayRun: ({ byDay }) => onTime() && !(byDay && bank.clock.stands()),
  })
  const { host, port } = config
  await app.listen({ host, port }).catch((error) => cannotListen(error, 'PORT', { host, port }))
  // PostgreSQL lets the operator in by itself; the embedded database is this process's alone.
  const operator = config.databaseUrl ? undefined : await serveOperator(bank)
  if (config.metrics) {
    watchBank(bank)
    watchOffset(clock, bank.metrics)
    // With WORKERS the parent has the metrics port and asks each worker over IPC.
    if (worker) answerParent(bank.metrics.registry)
    else await openMetrics(config.metrics, () => bank.metrics.registry.metrics())
  }
  const { drainSeconds } = config
  stopOnce({ log, role: worker ? 'worker' : 'single', drainSeconds }, async () => {
    stopping = true
    await wait(drainSeconds * 1000)
    // A command under way, such as an export, is finished.
    const answered = new Promise((done) => (operator ? operator.close(done) : done(undefined)))
    await Promise.all([closeGently(app), jobs.stop(), answered])
    // A request or a job may have left background work, and either of them a mail.
    await bank.background.settled()
    await bank.mailer.stop()
    watching.stop()
    await passing?.stop()
    await bank.replica?.close()
    await bank.db.close()
  })
  // Last: who reads it may send a signal at once. Of several processes the first says it for all.
  if (!worker || worker.id === 1) {
    announce(config)
    // Not awaited: a silent mail server takes its ten seconds.
    void warnOfMail(config, log)
    void warnOfReplica(bank, log)
  }
}

/** Passes the days that a customer of a demonstration has asked for, wherever they were left. */
function passingDays(bank: Bank, log: Logger): Job[] {
  if (!bank.config.demo) return []
  const runDay = makeDayRun(quietly(bank), log)
  const run = async (signal: AbortSignal) => {
    const arrived = await passDays(bank, { signal, runJobs: () => runDay(signal) })
    if (arrived) await auditTonight(bank, log)
  }
  return [{ name: 'passing days', everyMs: 500, run }]
}

/** A mail server in trouble keeps nobody out: mails wait. But who starts the bank shall know. */
async function warnOfMail({ smtp }: Config, log: Logger): Promise<void> {
  const trouble = smtp && (await troubleWith(smtp))
  if (trouble) log.warn(`${trouble} Mails wait until it is well.`)
}

/** Nor does a standby: the primary is asked in its place. */
async function warnOfReplica({ replica }: Bank, log: Logger): Promise<void> {
  if (!replica) return
  const found = await replica.read(async ({ sql }) => {
    const [row] = await sql<{ isStandby: boolean }>`select pg_is_in_recovery() as "isStandby"`
    return row
  })
  if (found?.isStandby) return
  const trouble = found ? 'names no standby' : 'does not answer'
  log.warn(`READ_DATABASE_URL ${trouble}: the primary is asked instead.`)
}

/** The web client while it is being built. */
type Building = Promise<void> | undefined

/** The bank on its database, which is brought up to date. */
async function openBank(
  config: Config,
  log: Logger,
): Promise<{ bank: Bank; clock: FollowingClock }> {
  const db = await openDb(config)
  await mustKnowKey(db.sql, config)
  await migrate(db)
  const clock = await openClock(db)
  await mustHaveKey(db.sql, config, clock.now())
  await nameCardKeys(db.sql, config)
  const bank = makeBank({ config, db, replica: replicaOf(config), clock, log })
  if (!config.demo) await leaveDays(bank)
  bank.clock.follow(await readBusinessTime(db.sql))
  if (config.demo) {
    await seedDemo(bank)
    await openDemo(bank)
    await forgetLease(bank)
    return { bank, clock }
  }
  const closed = await closeDemo(bank)
  if (closed.length > 0) log.warn({ closed }, 'The demo customers are blocked, since DEMO is off.')
  return { bank, clock }
}

function announce(config: Config): void {
  const lines = [`${config.systemName} is open at ${config.publicUrl}`]
  if (config.demo) lines.push('Log in with', ...demoLogins(config).map((login) => `  ${login}`))
  if (config.mailbox) {
    const mailbox = `${config.publicUrl}/mailbox`
    const withKey = `/mailbox?key=${mailboxKey(config)}`
    lines.push(`Mail is kept at ${mailbox}`, `  (through a proxy or a tunnel only at ${withKey})`)
  }
  print('stdout', `\n${lines.join('\n')}\n`)
}
