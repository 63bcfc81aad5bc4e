import { setTimeout as pause } from 'node:timers/promises'
import { startBank } from '../experiments/lib/bank-server.ts'
import { median, rounded } from '../experiments/lib/figures.ts'
import { openPostgres } from '../server/src/db/db.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { makePeople } from './lib/bench-customers.ts'
import { type Burst, transferLoad } from './lib/byte-load.ts'
import { postgresHome } from './lib/home.ts'
import { residentKb } from './lib/memory.ts'
import { told } from './lib/outbox.ts'
import type { Part } from './lib/part.ts'
import { makeReaders, type Storm } from './lib/readers.ts'

type Sizes = { streams: number; rounds: number; seconds: number; clients: number }

const kbEachAtMost = 25
const rateAtLeast = 0.9
// What opening them has left behind is collected, and the first beats have come.
const settleMs = 20_000

/**
 * Event streams of that many customers on one process: what each costs in memory, and what all of
 * them cost those who transfer. Every transfer goes from one who listens to another who does.
 */
export async function benchStreams(sizes: Sizes): Promise<Part> {
  const home = await postgresHome()
  const db = await openPostgres({ url: home.env.DATABASE_URL ?? '', statementTimeoutMs: 0 })
  await migrate(db)
  const people = await makePeople(db, home.env.SECRET_KEY ?? '', sizes.streams)
  await db.script('vacuum analyze')
  const bank = await startBank(home.env)
  const readers = makeReaders(bank.url)
  const burst = async (seconds = sizes.seconds) => {
    const load = { url: bank.url, people, clients: sizes.clients, seconds }
    const result = await transferLoad(load)
    await told(db)
    return result
  }
  try {
    // The memory that transfers take is taken before.
    await burst(2 * sizes.seconds)
    const before = residentKb(bank.child)
    const storm = await readers.open(people)
    await pause(settleMs)
    const kbEach = (residentKb(bank.child) - before) / sizes.streams
    const [listening, alone]: [Burst[], Burst[]] = [[], []]
    let events = 0
    for (let turn = 0; turn < sizes.rounds; turn += 1) {
      if (turn > 0) await readers.open(people)
      const heard = await readers.count()
      listening.push(await burst())
      events += (await readers.count()) - heard
      await readers.close()
      alone.push(await burst())
    }
    return partOf({ sizes, storm, kbEach, listening, alone, events })
  } finally {
    readers.stop()
    await bank.stop()
    await db.close()
    await home.remove()
  }
}

type Found = {
  sizes: Sizes
  storm: Storm
  kbEach: number
  listening: Burst[]
  alone: Burst[]
  events: number
}

function partOf({ sizes, storm, kbEach, listening, alone, events }: Found): Part {
  const rate = (bursts: Burst[]) => median(bursts.map(({ perSecond }) => perSecond))
  const p99 = (bursts: Burst[]) => median(bursts.map(({ p99Ms }) => p99Ms))
  const acknowledged = listening.reduce((sum, burst) => sum + burst.acknowledged, 0)
  const failed = [...listening, ...alone].reduce((sum, burst) => sum + burst.failed, 0)
  return {
    name: 'streams',
    tables: [
      {
        title: `Transfers over HTTP, ${sizes.clients} clients, median of ${sizes.rounds}`,
        rows: [
          { streams: storm.opened, perSecond: rate(listening), p99Ms: p99(listening) },
          { streams: 0, perSecond: rate(alone), p99Ms: p99(alone) },
        ],
      },
    ],
    ratios: [
      {
        name: `resident memory of an open stream, kB (${storm.opened} open)`,
        ratio: rounded(kbEach),
        atMost: kbEachAtMost,
      },
      {
        name: 'transfers with the streams open against without',
        ratio: rounded(rate(listening) / rate(alone)),
        atLeast: rateAtLeast,
      },
      { name: 'streams refused when all come at once', ratio: storm.refused, atMost: 0 },
      { name: 'failed transfers', ratio: failed, atMost: 0 },
      { name: 'seconds until all that came at once were open', ratio: storm.seconds },
      { name: 'events heard for each transfer', ratio: rounded(events / acknowledged) },
    ],
  }
}
