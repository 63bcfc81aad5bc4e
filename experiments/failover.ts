import { setTimeout as pause } from 'node:timers/promises'
import { openPostgres } from '../server/src/db/db.ts'
import {
  type PostgresServer,
  promote,
  startPostgres,
  startStandby,
} from '../server/src/testing/postgres-server.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { makeHome, onPostgres, type RunningBank, startBank } from './lib/bank-server.ts'
import { isClean, lookAtTransfers } from './lib/evidence.ts'
import { median } from './lib/figures.ts'
import { type Switch, startSwitch } from './lib/switch.ts'
import { type Load, longestGapMs, makePayers, startLoad, untilAcked } from './lib/transfer-load.ts'

// The machine of the database dies. Its standby takes over, and whatever was acknowledged before is
// there: the primary acknowledges only what the standby has. The primary is killed while it cannot
// reach the standby, so that a commit which did not wait would be lost; `--asynchronous 1` shows it.
const { rounds, clients, seed, asynchronous, alone, within, ...limits } = readArguments({
  rounds: 10,
  clients: 8,
  seed: 1,
  /** 1 does not wait for the standby: the experiment must then fail. */
  asynchronous: 0,
  /** How many seconds the primary is left without a standby, to see that nothing is acknowledged. */
  alone: 10,
  /** How many seconds a customer waits at most for the standby to take over, on a quiet machine. */
  within: 15,
  /** Who has had no answer for that many seconds is stuck, on a quiet machine. */
  'stuck-secs': 10,
})
const random = randomFrom(seed)

const options = {
  durable: true,
  settings: {
    synchronous_standby_names: 'ANY 1 (db1, db2)',
    synchronous_commit: asynchronous ? 'local' : 'on',
    // A standby that was away for a while catches up from here.
    wal_keep_size: '512MB',
    // Else a promotion may wait until the standby has asked the dead primary once more: 5 s.
    wal_retrieve_retry_interval: '500ms',
  },
}

type Stage = {
  primary: PostgresServer
  standby: PostgresServer
  toPrimary: Switch
  banks: RunningBank[]
  load: Load
}

async function run() {
  await using undo = new AsyncDisposableStack()
  const stage = await setUp(undo)
  const { banks, load } = stage
  const unattended = alone > 0 ? await leaveAlone(stage) : { ackedAlone: 0, busyAlone: 0 }
  const backMs: number[] = []
  for (let round = 0; round < rounds; round += 1) backMs.push(await playRound(stage, round))
  await load.stop()
  const restarted = banks.filter(({ child }) => child.exitCode !== null || child.signalCode).length
  const db = await openPostgres({ url: stage.primary.url })
  undo.defer(() => db.close())
  const evidence = await lookAtTransfers(db, load.acked)
  const { samples, ...answers } = load.answers
  const unanswered = answers.wrong + answers.hangUps + answers.stuck + answers.differing
  const slowestMs = Math.max(...backMs)
  return {
    ok:
      // A load that got nothing through has shown nothing.
      load.acked.size > rounds &&
      isClean(evidence) &&
      unanswered === 0 &&
      restarted === 0 &&
      slowestMs <= within * 1000 &&
      !unattended.ackedAlone,
    experiment: 'failover',
    rounds,
    clients,
    seed,
    acked: load.acked.size,
    ...evidence,
    ...unattended,
    ...answers,
    restarted,
    backMedianMs: median(backMs),
    backMaxMs: slowestMs,
    ...(samples.length > 0 && { samples }),
  }
}

async function setUp(undo: AsyncDisposableStack): Promise<Stage> {
  const primary = await startPostgres(options)
  if (!primary) throw new Error('No PostgreSQL is installed on this machine')
  const standby = await startStandby(primary, { ...options, name: 'db2' })
  const toPrimary = await startSwitch()
  toPrimary.pointAt(new URL(primary.url))
  const home = await makeHome('embedded')
  undo.defer(() => home.remove())
  const env = {
    ...home.env,
    ...onPostgres(`postgres://postgres@127.0.0.1:${toPrimary.port}/postgres`),
    DAILY_LIMIT_USD: '1000000000',
    LOG_LEVEL: 'fatal',
  }
  const banks = [await startBank(env), await startBank(env)]
  const customers = await makePayers(banks[0] as RunningBank, 4)
  const urls = () => banks.map(({ url }) => url)
  const stuckMs = limits['stuck-secs'] * 1000
  const load = startLoad({ urls, customers, clients, random, reads: 0.2, stuckMs })
  const stage = { primary, standby, toPrimary, banks, load }
  undo.defer(async () => {
    await Promise.all(banks.map((bank) => bank.stop()))
    await toPrimary.close()
    await Promise.all([stage.standby.stop(), stage.primary.stop()])
  })
  return stage
}

/** Kills the primary, lets the standby take over and gives it a standby of its own. */
async function playRound(stage: Stage, round: number): Promise<number> {
  const { primary, standby, toPrimary, load } = stage
  await untilAcked(load, clients)
  await pause(300 + random() * 700)
  const stalled = await stallReplication(primary)
  // What does not wait for the standby goes on being acknowledged: that is what must be found out. Each
  // client may have one that was committed before.
  if (asynchronous) await untilAcked(load, clients + 1)
  await pause(50 + random() * 200)
  const died = performance.now()
  await primary.halt('kill')
  if (stalled === 0) throw new Error('the primary had no standby')
  toPrimary.pointAt(undefined)
  await promote(standby)
  toPrimary.pointAt(new URL(standby.url))
  stage.primary = standby
  stage.standby = await startStandby(standby, { ...options, name: round % 2 === 0 ? 'db1' : 'db2' })
  await primary.stop()
  await untilAcked(load, clients)
  return longestGapMs(load.ackedAt, died, performance.now())
}

/** SIGSTOP for the WAL senders: what commits from now on does not reach the standby. */
async function stallReplication({ url }: PostgresServer): Promise<number> {
  const db = await openPostgres({ url, poolSize: 1 })
  const rows = await db.sql<{ pid: number }>`select pid from pg_stat_replication`
  await db.close()
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
  return rows.length
}

/** The standby dies: nothing may be acknowledged until it is back, and everybody is told so. */
async function leaveAlone({ standby, load }: Stage) {
  await untilAcked(load, clients)
  await standby.halt('kill')
  // What the standby had confirmed by then is on its way to the client.
  await pause(500)
  const [acked, busy] = [load.acked.size, load.answers.busy]
  await pause(alone * 1000)
  const seen = { ackedAlone: load.acked.size - acked, busyAlone: load.answers.busy - busy }
  await standby.start()
  await untilAcked(load, clients)
  return seen
}

report(await run())
