import { setTimeout as pause } from 'node:timers/promises'
import { openEmbedded, openPostgres } from '../server/src/db/db.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { type Home, makeHome, type RunningBank, startBank, stopped } from './lib/bank-server.ts'
import { isClean, lookAtTransfers } from './lib/evidence.ts'
import { quantile } from './lib/figures.ts'
import { lookAtOthers, type OtherLoad, startOthers } from './lib/other-load.ts'
import { type Load, makePayers, missingReceipts, startLoad } from './lib/transfer-load.ts'

// What the bank has acknowledged must survive. Clients sign up, open accounts, pay each other and are
// funded by the operator; the server or its PostgreSQL is killed at a random moment and started
// again; a payment without an answer is sent again under its old key, and everything that was
// acknowledged is looked up.
const settings = readArguments({
  rounds: 20,
  seed: 1,
  database: 'embedded',
  victim: 'server',
  clients: 6,
  /** Milliseconds; a quiet machine has 3,000, here the load goes on beside the start. */
  'restart-within': 15_000,
})
const { rounds, seed, database, victim, clients } = settings
const random = randomFrom(seed)
const receiptsPerRound = 20

type Stage = {
  home: Home
  /** Another one after each kill of the server. */
  now: { bank: RunningBank }
  payments: Load
  others: OtherLoad
  restartMs: number[]
  lost: number
}

async function run() {
  await using undo = new AsyncDisposableStack()
  const began = Date.now()
  const stage = await setUp(undo)
  const firstPid = stage.now.bank.child.pid
  for (let round = 0; round < rounds; round += 1) await playRound(stage)
  await Promise.all([stage.payments.stop(), stage.others.stop()])
  const { payments, restartMs } = stage
  const { bank } = stage.now
  const survived = bank.child.exitCode === null && bank.child.pid === firstPid
  await bank.stop()
  const found = await lookAtEverything(stage)
  const { wrong, hangUps, differing, samples } = payments.answers
  // A server that stays up answers everybody, whatever happens to its database.
  const refused = wrong + differing + (victim === 'postgres' ? hangUps : 0)
  const counts = sizesOf(stage)
  const restartP95Ms = Math.round(quantile(restartMs, 0.95))
  return {
    // A load that got nothing through has shown nothing.
    ok:
      Object.values(counts).every(Boolean) &&
      isClean(found) &&
      refused === 0 &&
      restartP95Ms <= settings['restart-within'] &&
      (victim !== 'postgres' || survived),
    experiment: 'crash',
    database,
    victim,
    rounds,
    seed,
    ...counts,
    ...found,
    refused,
    restartP95Ms,
    seconds: Math.round((Date.now() - began) / 1000),
    ...(refused > 0 && { samples }),
  }
}

async function setUp(undo: AsyncDisposableStack): Promise<Stage> {
  const home = await makeHome(database)
  undo.defer(() => home.remove())
  if (victim === 'postgres' && !home.postgres) throw new Error('There is no PostgreSQL to kill')
  Object.assign(home.env, { DAILY_LIMIT_USD: '1000000000', LOG_LEVEL: 'fatal' })
  const now = { bank: await startBank(home.env) }
  undo.defer(() => now.bank.stop())
  const customers = await makePayers(now.bank, 4)
  const url = () => now.bank.url
  const payments = startLoad({ urls: () => [url()], customers, clients, random })
  // On PostgreSQL the operator needs no server, so killing one takes nothing from it.
  const number = customers[0]?.accounts[0]?.Number ?? ''
  const fund = home.postgres ? undefined : { dataDir: home.env.DATA_DIR ?? '', number }
  const others = startOthers({ url, answers: payments.answers, fund })
  return { home, now, payments, others, restartMs: [], lost: 0 }
}

/** How much of everything has been acknowledged so far. */
const sizesOf = ({ payments, others }: Stage): Record<string, number> => ({
  payments: payments.acked.size,
  ...others.sizes(),
})

async function playRound(stage: Stage): Promise<void> {
  const seen = sizesOf(stage)
  // A slow machine needs a while to get going; the kill comes while all of it is under way.
  await until(() =>
    Object.entries(sizesOf(stage)).every(([name, size]) => size > (seen[name] ?? 0)),
  )
  await pause(50 + random() * 450)
  const last = [...stage.payments.acked.values()].slice(-receiptsPerRound)
  await killAndStart(stage)
  stage.lost += await missingReceipts(() => stage.now.bank.url, last)
}

async function killAndStart({ home, now, restartMs }: Stage): Promise<void> {
  if (victim === 'postgres') await home.postgres?.halt('kill')
  else await stopped(now.bank.child, 'SIGKILL')
  const killed = performance.now()
  if (victim === 'postgres') await home.postgres?.start()
  else now.bank = await startBank(home.env)
  restartMs.push(performance.now() - killed)
}

async function until(done: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1500 && !done(); tries += 1) await pause(20)
}

/** Everything ever acknowledged is there exactly once, and nothing is there by halves. */
async function lookAtEverything({ home, payments, others, lost }: Stage) {
  const { postgres, env } = home
  const db = postgres
    ? await openPostgres({ url: postgres.url })
    : await openEmbedded({ dataDir: env.DATA_DIR ?? '' })
  const paid = await lookAtTransfers(db, payments.acked)
  const more = await lookAtOthers(db, others.acknowledged)
  await db.close()
  return {
    lost: lost + paid.lost + more.lost,
    duplicated: paid.duplicated + more.duplicated,
    half: paid.half + more.half,
    unsound: paid.unsound,
  }
}

report(await run())
