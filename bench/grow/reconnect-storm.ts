import { startBank } from '../../experiments/lib/bank-server.ts'
import { median, rounded } from '../../experiments/lib/figures.ts'
import { openPostgres } from '../../server/src/db/db.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { makePeople } from '../lib/bench-customers.ts'
import { transferLoad } from '../lib/byte-load.ts'
import { postgresHome } from '../lib/home.ts'
import { told } from '../lib/outbox.ts'
import type { Part } from '../lib/part.ts'
import { makeReaders } from '../lib/readers.ts'

const slowerAtMost = 2

type Sizes = { streams: number; rounds: number; seconds: number }

/**
 * All streams of a process come back at once: is one refused, and how much slower is a transfer of
 * somebody who has nothing to do with it?
 */
export async function benchStorm({ streams, rounds, seconds }: Sizes): Promise<Part> {
  const home = await postgresHome()
  const db = await openPostgres({ url: home.env.DATABASE_URL ?? '', statementTimeoutMs: 0 })
  await migrate(db)
  const people = await makePeople(db, home.env.SECRET_KEY ?? '', streams)
  await db.script('vacuum analyze')
  const bank = await startBank(home.env)
  const readers = makeReaders(bank.url)
  const burst = (forSeconds: number) =>
    transferLoad({ url: bank.url, people, clients: 1, seconds: forSeconds })
  try {
    await burst(seconds)
    const rows: Record<string, string | number>[] = []
    const slower: number[] = []
    let [refused, failed] = [0, 0]
    for (let round = 0; round < rounds; round += 1) {
      const alone = await burst(seconds)
      let storming = true
      const storm = readers.open(people).finally(() => {
        storming = false
      })
      const beside = []
      while (storming) beside.push(await burst(stepSeconds))
      const came = await storm
      await readers.close()
      await told(db)
      const besideMs = median(beside.map(({ p50Ms }) => p50Ms))
      slower.push(besideMs / alone.p50Ms)
      refused += came.refused
      failed += [alone, ...beside].reduce((sum, one) => sum + one.failed, 0)
      rows.push({
        streams: came.opened,
        seconds: came.seconds,
        aloneMs: alone.p50Ms,
        besideMs: rounded(besideMs),
        slowestMs: Math.max(...beside.map(({ p99Ms }) => p99Ms)),
      })
    }
    return {
      name: 'grow:storm',
      tables: [{ title: 'Streams that come back at once, and a transfer beside them', rows }],
      ratios: [
        { name: 'streams refused', ratio: refused, atMost: 0 },
        { name: 'failed transfers', ratio: failed, atMost: 0 },
        {
          name: 'a transfer beside the storm against without',
          ratio: rounded(median(slower)),
          atMost: slowerAtMost,
        },
      ],
    }
  } finally {
    readers.stop()
    await bank.stop()
    await db.close()
    await home.remove()
  }
}

const stepSeconds = 0.2
