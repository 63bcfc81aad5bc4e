import { call, makeCustomer, succeed } from '../../experiments/lib/bank-client.ts'
import { type RunningBank, startBank } from '../../experiments/lib/bank-server.ts'
import { median, rounded } from '../../experiments/lib/figures.ts'
import { type Db, openPostgres } from '../../server/src/db/db.ts'
import { postgresHome } from '../lib/home.ts'
import { interleaved } from '../lib/interleaved.ts'
import type { Part } from '../lib/part.ts'
import { writeWordyHistory } from '../lib/wordy-history.ts'

type Searcher = { lines: number; accountId: bigint; ask(query: string): Promise<Found> }
type Found = { List: unknown[]; Next: string | null; LookedTo: string | null }

/** Searches of every kind: a word of every third line, of one in a hundred, of one line, of none. */
const searches: [name: string, query: string][] = [
  ['a frequent word', 'text=coffee'],
  ['a word of one line in a hundred', 'text=insurance'],
  ['a word of one line', 'text=zephyrine'],
  ['a word of no line', 'text=quixotic'],
  ['two words', 'text=coffee+insurance'],
  ['a rare amount', 'text=987,654.32'],
  ['an amount range', 'min=900000&max=999999'],
  ['money in', 'direction=in&text=salary'],
]

/**
 * One customer with a short and one with a very long history, in a bank that is full of the same words
 * on lines of others; and the same search in a bank of the short one alone.
 */
export async function benchSearch(of: { large: number; rounds: number }): Promise<Part> {
  const home = await postgresHome()
  const bank = await startBank(home.env)
  const db = await openPostgres({ url: home.env.DATABASE_URL ?? '', statementTimeoutMs: 0 })
  try {
    const small = await makeSearcher(bank, db, 1000)
    await db.script('vacuum analyze')
    const alone = await timesOf([small], of.rounds)
    const others = await makeSearcher(bank, db, of.large)
    const large = await makeSearcher(bank, db, of.large)
    const [cold, coldFound] = await timed(() => large.ask('text=zephyrine'))
    const indexMs = await untilIndexed(db, others, large)
    await db.script('vacuum analyze')
    const times = await timesOf([small, large], of.rounds)
    const found = await large.ask('text=zephyrine')
    if (found.List.length !== 1) throw new Error('the one line of a word was not found')
    const [size] = await db.sql<{ kilobytes: bigint }>`
      select pg_total_relation_size('search_blocks') / 1024 as kilobytes`
    const rows = searches.map(([name], at) => ({
      search: name,
      '1000 lines, alone': alone[at]?.[0] ?? Number.NaN,
      '1000 lines': times[at]?.[0] ?? Number.NaN,
      [`${of.large} lines`]: times[at]?.[1] ?? Number.NaN,
    }))
    const growth = searches.map(([name], at) => ({
      name: `${name}: ${of.large} lines against 1000`,
      ratio: rounded((times[at]?.[1] ?? Number.NaN) / (times[at]?.[0] ?? Number.NaN)),
      atMost: 1.5,
    }))
    const beside = median(searches.map((_, at) => (times[at]?.[0] ?? 0) / (alone[at]?.[0] ?? 1)))
    return {
      name: 'grow:search',
      tables: [{ title: 'Search over HTTP, median ms', rows }],
      ratios: [
        ...growth,
        {
          name: `1000 lines: beside ${2 * of.large} lines of others against alone`,
          ratio: rounded(beside),
          atMost: 1.5,
        },
      ],
      notes: [
        `The first search of ${of.large} lines without an index took ${rounded(cold)} ms, looked back to ${coldFound.LookedTo} and could go on.`,
        `Writing the index of ${2 * of.large} lines took ${rounded(indexMs / 1000)} s beside other work; it has ${size?.kilobytes} kB.`,
      ],
    }
  } finally {
    await db.close()
    await bank.stop()
    await home.remove()
  }
}

async function timesOf(searchers: Searcher[], rounds: number): Promise<number[][]> {
  const turns = searches.flatMap(([, query]) => searchers.map((one) => () => one.ask(query)))
  const times = await interleaved(rounds, turns)
  return searches.map((_, at) => times.slice(at * searchers.length, (at + 1) * searchers.length))
}

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const start = performance.now()
  const result = await work()
  return [performance.now() - start, result]
}

/** Fewer lines than these are read and not indexed. */
const worthIndexing = 4n * 256n

/** Asks for both until the background has written all that there is to write. */
async function untilIndexed(db: Db, ...searchers: Searcher[]): Promise<number> {
  const [ms] = await timed(async () => {
    for (const { accountId, lines, ask } of searchers) {
      for (;;) {
        await ask('text=quixotic')
        const [done] = await db.sql<{ lines: bigint }>`
          select count(*) * 256 as lines from search_blocks where account_id = ${accountId}`
        if (BigInt(lines) - (done?.lines ?? 0n) < worthIndexing) break
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
  })
  return ms
}

let made = 0

async function makeSearcher(bank: RunningBank, db: Db, lines: number): Promise<Searcher> {
  const { token, accounts } = await makeCustomer(bank, `searcher${made++}`)
  const accountId = await writeWordyHistory(db, accounts[0]?.Id ?? '', lines)
  return {
    ...{ lines, accountId },
    ask: async (query) => succeed(await call(bank.url, `search?${query}`, { token })).data as Found,
  }
}
