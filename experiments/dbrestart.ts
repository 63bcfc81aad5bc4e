import { setTimeout as pause } from 'node:timers/promises'
import { openPostgres } from '../server/src/db/db.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { makeHome, startBank } from './lib/bank-server.ts'
import { isClean, lookAtTransfers } from './lib/evidence.ts'
import { longestGapMs, makePayers, startLoad, untilAcked } from './lib/transfer-load.ts'

// A database that goes away and comes back. Two servers stay up, every request has an answer, and
// the money goes on without anybody starting anything again.
const { rounds, clients, seed, ...limits } = readArguments({
  rounds: 10,
  clients: 8,
  seed: 1,
  /** What a gap may last beyond the restart itself: the machine is busy with both sides of the load. */
  'recovery-secs': 10,
  /** Who has had no answer for that many seconds is stuck, on a quiet machine. */
  'stuck-secs': 10,
})
const random = randomFrom(seed)
const [recoveryMs, stuckMs] = [limits['recovery-secs'] * 1000, limits['stuck-secs'] * 1000]

async function run() {
  await using undo = new AsyncDisposableStack()
  const home = await makeHome('postgres')
  undo.defer(() => home.remove())
  Object.assign(home.env, { DAILY_LIMIT_USD: '1000000000', LOG_LEVEL: 'fatal' })
  const banks = [await startBank(home.env), await startBank(home.env)]
  undo.defer(async () => void (await Promise.all(banks.map((each) => each.stop()))))
  const [bank] = banks
  const { postgres } = home
  if (!bank || !postgres) throw new Error('no bank to experiment with')
  const customers = await makePayers(bank, 4)
  const urls = () => banks.map(({ url }) => url)
  const load = startLoad({ urls, customers, clients, random, reads: 0.3, stuckMs })
  const downMs: number[] = []
  const gapMs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await pause(300 + random() * 700)
    const gone = performance.now()
    await postgres.halt(round % 2 === 0 ? 'fast' : 'immediate')
    await postgres.start()
    downMs.push(Math.round(performance.now() - gone))
    await untilAcked(load, clients)
    gapMs.push(longestGapMs(load.ackedAt, gone, performance.now()))
  }
  await load.stop()
  const restarted = banks.filter(({ child }) => child.exitCode !== null || child.signalCode).length
  const db = await openPostgres({ url: postgres.url })
  const evidence = await lookAtTransfers(db, load.acked)
  await db.close()
  const { samples, ...answers } = load.answers
  const unanswered = answers.wrong + answers.hangUps + answers.stuck + answers.differing
  const longestRecoveryMs = Math.max(...gapMs.map((gap, round) => gap - (downMs[round] ?? 0)))
  const stillThere = restarted === 0 && longestRecoveryMs <= recoveryMs
  return {
    // A load that got nothing through has shown nothing.
    ok: load.acked.size > rounds && isClean(evidence) && unanswered === 0 && stillThere,
    experiment: 'dbrestart',
    rounds,
    clients,
    seed,
    acked: load.acked.size,
    ...evidence,
    ...answers,
    restarted,
    longestDownMs: Math.max(...downMs),
    longestGapMs: Math.max(...gapMs),
    longestRecoveryMs,
    ...(samples.length > 0 && { samples }),
  }
}

report(await run())
