import { setTimeout as pause } from 'node:timers/promises'
import { openEmbedded, openPostgres } from '../server/src/db/db.ts'
import { layCluster } from '../server/src/testing/data-folder.ts'
import { type PostgresServer, startPostgres } from '../server/src/testing/postgres-server.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { makeHome, onPostgres, type RunningBank, startBank } from './lib/bank-server.ts'
import { isClean, lookAtTransfers } from './lib/evidence.ts'
import { mountDisk, type SmallDisk } from './lib/small-disk.ts'
import { type Load, makePayers, startLoad, untilAcked } from './lib/transfer-load.ts'

// A disk of PostgreSQL is full, that of its data or that of its write-ahead log, under two servers with
// load; or the one disk of an embedded bank. Orders are answered 503, and go on without a restart of the
// bank once there is room again. Without room for its log PostgreSQL ends itself; whoever manages it
// starts it, as here.
const { rounds, clients, seed, full, database } = readArguments({
  rounds: 2,
  clients: 8,
  seed: 1,
  /** How many seconds a disk stays full. */
  full: 10,
  database: 'postgres',
})
const random = randomFrom(seed)
const noticedWithinMs = 120_000
const backWithinMs = 30_000

type Stage = { disks: SmallDisk[]; postgres?: PostgresServer; banks: RunningBank[] }
type Round = { disk: string; busy: number; backMs: number; endedByItself: boolean }

async function run() {
  await using undo = new AsyncDisposableStack()
  const stage = await (database === 'postgres' ? onServer(undo) : onFolder(undo))
  const { disks, banks } = stage
  const customers = await makePayers(banks[0] as RunningBank, 4)
  const urls = () => banks.map(({ url }) => url)
  const load = startLoad({ urls, customers, clients, random, reads: 0.3 })
  const seen: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const disk of disks) {
      await untilAcked(load, 50)
      seen.push(await fillOne(stage, disk, load))
    }
  }
  await load.stop()
  const restarted = banks.filter(({ child }) => child.exitCode !== null || child.signalCode).length
  await Promise.all(banks.map((bank) => bank.stop()))
  const evidence = await lookAt(stage, load)
  const { samples, ...answers } = load.answers
  const unanswered = answers.wrong + answers.hangUps + answers.stuck + answers.differing
  return {
    ok:
      seen.every(({ busy, backMs }) => busy > 0 && backMs <= backWithinMs) &&
      isClean(evidence) &&
      unanswered + restarted === 0,
    ...{ experiment: 'full-disk', database, rounds, seed, acked: load.acked.size },
    ...evidence,
    ...answers,
    restarted,
    seen,
    ...(samples.length > 0 && { samples }),
  }
}

const own = { DAILY_LIMIT_USD: '1000000000', LOG_LEVEL: 'fatal' }

async function onServer(undo: AsyncDisposableStack): Promise<Stage> {
  const [data, wal] = [mountDisk('data', 320), mountDisk('wal', 48)]
  undo.defer(data.remove)
  undo.defer(wal.remove)
  const postgres = await startPostgres({
    durable: true,
    disks: { data: data.folder, wal: wal.folder },
    settings: { wal_recycle: 'off', min_wal_size: '2MB', max_wal_size: '16MB' },
  })
  if (!postgres) throw new Error('No PostgreSQL is installed on this machine')
  undo.defer(() => postgres.halt('immediate'))
  const home = await makeHome('embedded')
  undo.defer(() => home.remove())
  const env = { ...home.env, ...onPostgres(postgres.url), ...own }
  const banks = [await startBank(env), await startBank(env)]
  return { disks: [data, wal], postgres, banks }
}

async function onFolder(undo: AsyncDisposableStack): Promise<Stage> {
  const disk = mountDisk('folder', 200)
  undo.defer(disk.remove)
  const home = await makeHome('embedded')
  undo.defer(() => home.remove())
  await layCluster(disk.folder)
  return { disks: [disk], banks: [await startBank({ ...home.env, ...own, DATA_DIR: disk.folder })] }
}

/** Fills a disk, waits until orders are refused, leaves it so for a while, and makes room again. */
async function fillOne({ postgres }: Stage, disk: SmallDisk, load: Load): Promise<Round> {
  const before = load.answers.busy
  const noticedBy = performance.now() + noticedWithinMs
  while (load.answers.busy === before && performance.now() < noticedBy) {
    // PostgreSQL may have found room again: it takes away log that a checkpoint has made useless.
    disk.fill()
    await pause(100)
  }
  await pause(full * 1000)
  const busy = load.answers.busy - before
  disk.empty()
  const endedByItself = postgres !== undefined && !postgres.isRunning()
  const since = performance.now()
  if (endedByItself) await postgres.start()
  await untilAcked(load, clients)
  const backMs = Math.round(performance.now() - since)
  return { disk: disk.name, busy, backMs, endedByItself }
}

async function lookAt({ disks, postgres }: Stage, load: Load) {
  const db = postgres
    ? await openPostgres({ url: postgres.url })
    : await openEmbedded({ dataDir: disks[0]?.folder ?? '' })
  const evidence = await lookAtTransfers(db, load.acked)
  await db.close()
  return evidence
}

report(await run())
