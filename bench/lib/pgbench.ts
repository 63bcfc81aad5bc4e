import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '../../server/src/db/db.ts'
import { findPostgres } from '../../server/src/testing/postgres-server.ts'

/** PostgreSQL's own bench, from the folder of its server or from the path. */
async function pgbench(words: string[]): Promise<string> {
  const own = join(findPostgres() ?? '', 'pgbench')
  const child = spawn(existsSync(own) ? own : 'pgbench', words, {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const code = await new Promise((done) => child.once('exit', done))
  if (code !== 0) throw new Error(`pgbench ended with ${code}: ${output.slice(-500)}`)
  return output
}

/** Fills a database for the built-in script, with twenty branches: more than clients. */
export const prepareTpcb = (url: string) => pgbench(['-i', '-q', '-s', '20', url])

type Run = { url: string; clients: number; seconds: number }

/** The built-in script "tpcb-like" (five statements and a commit), per second. */
export const runTpcb = (run: Run) => perSecond(run, ['-b', 'tpcb-like'])

/** Our whole posting function, called once for each transfer, per second. */
export const runFunction = (run: Run, orders: number): Promise<number> =>
  runScript(
    run,
    `\\set n random(1, ${orders})
    select transfer_order(request || jsonb_build_object('once_key', gen_random_uuid()))
    from bench_orders where n = :n;\n`,
  )

/** A script of our own, per second. */
export async function runScript(run: Run, text: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'passbook-pgbench-'))
  const script = join(folder, 'script.sql')
  writeFileSync(script, text)
  try {
    return await perSecond(run, ['-f', script])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function perSecond({ url, clients, seconds }: Run, words: string[]): Promise<number> {
  const threads = String(Math.min(2, clients))
  const settings = ['-n', '-M', 'prepared', '-c', String(clients), '-j', threads]
  const output = await pgbench([...settings, '-T', String(seconds), ...words, url])
  const tps = /tps = ([\d.]+)/.exec(output)?.[1]
  if (!tps) throw new Error(`pgbench gave no figure: ${output.slice(-500)}`)
  return Math.round(Number(tps))
}

/**
 * Orders as the bank hands them to its posting function, for pgbench to send; answers how many.
 * The key is added at each call, since one key pays once.
 */
export async function writeOrders(db: Db): Promise<number> {
  await db.script(`
    create table bench_orders as
    select row_number() over () as n, jsonb_build_object('customer', a.owner_id::text, 'at', now(),
      'day', current_date, 'fingerprint', repeat('f', 64), 'pin_hmac', c.pin_hmac, 'code_hmac', '',
      'order_hashes', jsonb_build_array(repeat('a', 64), repeat('b', 64)), 'usd', '1',
      'usd_limit', '5000000', 'kind', 'transfer.local', 'memo', 'Lunch', 'legs', jsonb_build_array(
        jsonb_build_object('account', a.account_id::text, 'amount', '-1', 'owner', a.owner_id::text,
          'line', line || jsonb_build_object('account_number', b.number)),
        jsonb_build_object('account', b.account_id::text, 'amount', '1',
          'line', line || jsonb_build_object('account_number', a.number)))) as request
    from (values ('{"purpose": "transfer", "method": "local", "gateway": "passbook", "name":
        "Ada Example", "description": "Lunch", "same": true, "own_account": false}'::jsonb)) l(line),
      accounts a join customers c on c.id = a.owner_id
      cross join lateral (
        select * from accounts x where x.account_id <> a.account_id
        order by md5(x.number || a.number) limit 10) b;
    create unique index on bench_orders(n);`)
  const [row] = await db.sql<{ count: number }>`select count(*)::int4 as count from bench_orders`
  return row?.count ?? 0
}
