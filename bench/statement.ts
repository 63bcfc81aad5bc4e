import { dayIn } from '../contract/src/index.ts'
import { call, makeCustomer, succeed } from '../scripts/lib/client.ts'
import { makeHome, type RunningBank, startBank } from '../scripts/lib/server.ts'
import { type Db, openPostgres } from '../server/src/db/db.ts'

type Sizes = { large: number; small: number; rounds: number }
type Row = { call: string; smallMs: number; largeMs: number; ratio: number }
type Ratio = { name: string; ratio: number; atMost: number }

const days = 1000

/** Statement pages and totals of a long history against a short one, over HTTP on PostgreSQL. */
export async function benchStatement({ large, small, rounds }: Sizes) {
  const home = await makeHome('postgres')
  const bank = await startBank(home.env)
  const db = await openPostgres({ url: home.env.DATABASE_URL ?? '' })
  try {
    const few = await history(bank, db, 'few', small)
    const many = await history(bank, db, 'many', large)
    await db.script('vacuum analyze transactions')
    return await measure({ few, many, rounds, lastPage: Math.min(5000, Math.floor(large / 10)) })
  } finally {
    await db.close()
    await bank.stop()
    await home.remove()
  }
}

type Held = { ask: (path: string) => Promise<void>; id: string }

async function measure(of: { few: Held; many: Held; rounds: number; lastPage: number }) {
  const { few, many, rounds, lastPage } = of
  const today = dayIn(new Date())
  const monthAgo = dayIn(new Date(Date.now() - 30 * 86_400_000))
  const month = `start_date=${monthAgo}&end_date=${today}`
  const calls: [string, (held: Held) => string][] = [
    ['page 1', ({ id }) => `transactions/${id}?page=1`],
    ['one month', ({ id }) => `transactions/${id}?page=1&${month}`],
    ['overview', ({ id }) => `acount-overview/${id}`],
    ['overview of one month', ({ id }) => `acount-overview/${id}?${month}`],
  ]
  const rows: Row[] = []
  for (const [name, path] of calls) {
    const [smallMs, largeMs] = await interleaved(rounds, [
      () => few.ask(path(few)),
      () => many.ask(path(many)),
    ])
    rows.push({ call: name, smallMs, largeMs, ratio: round(largeMs / smallMs) })
  }
  const [firstMs, lastMs] = await interleaved(rounds, [
    () => many.ask(`transactions/${many.id}?page=1`),
    () => many.ask(`transactions/${many.id}?page=${lastPage}`),
  ])
  const ratios: Ratio[] = rows.map((row) => ({ name: row.call, ratio: row.ratio, atMost: 1.5 }))
  ratios.push({
    name: `page ${lastPage} against page 1`,
    ratio: round(lastMs / firstMs),
    atMost: 3,
  })
  return { rows, ratios }
}

/** Medians in milliseconds of calls that take turns, so that a slow moment hits all of them. */
async function interleaved(
  rounds: number,
  calls: [() => Promise<void>, () => Promise<void>],
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let turn = -5; turn < rounds; turn += 1) {
    for (const at of [0, 1] as const) {
      const start = performance.now()
      await calls[at]()
      if (turn >= 0) times[at].push(performance.now() - start)
    }
  }
  return [round(median(times[0])), round(median(times[1]))]
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const round = (value: number) => Math.round(value * 100) / 100

/** A customer whose account has a history of so many lines, spread over a thousand days. */
async function history(bank: RunningBank, db: Db, name: string, lines: number): Promise<Held> {
  const { token, accounts } = await makeCustomer(bank, name)
  const id = accounts[0]?.Id ?? ''
  await db.script(linesScript(id, lines))
  return {
    id,
    ask: async (path) => {
      succeed(await call(bank.url, path, { token }))
    },
  }
}

/** Written past the ledger's functions, which would take an hour; only reading is measured here. */
function linesScript(publicId: string, lines: number): string {
  return `
    set local statement_timeout = 0;
    set local session_replication_role = replica;
    create temporary table held on commit drop as
      select id from ledger_accounts where public_id = '${publicId}';
    insert into transactions (account_id, line, id, day, type, amount_minor, state, purpose, method,
      gateway, name, account_number, bank, swift, bank_address, routing_number, description,
      objective, reference, same, own_account, entry_id, created_at, decided_at)
    select held.id, n, gen_random_uuid(), day, case when n % 3 = 0 then 'debit' else 'credit' end, 100,
      'completed', 'transfer', 'local', 'passbook', 'Somebody', '1234567897', '', '', '', '',
      'A payment', '', '', true, false, n, day, day
    from held, generate_series(1, ${lines}) n,
      lateral (select current_date - ${days} + (n::bigint * ${days} / ${lines})::int as day) d;
    insert into ledger_days (account_id, day, first_line, lines, income_minor, expense_minor, spend_minor)
    select account_id, day, min(line), count(*), coalesce(sum(100) filter (where type = 'credit'), 0),
      coalesce(sum(100) filter (where type = 'debit'), 0),
      coalesce(sum(100) filter (where type = 'debit'), 0)
    from transactions where account_id = (select id from held) group by account_id, day;
    update ledger_accounts set line_count = ${lines}, last_day = current_date
    where id = (select id from held)`
}
