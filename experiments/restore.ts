import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openEmbedded, openPostgres } from '../server/src/db/db.ts'
import { audit } from '../server/src/ledger/audit.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { accountsOf, type Customer, makeCustomer } from './lib/bank-client.ts'
import { makeHome, type RunningBank, startBank } from './lib/bank-server.ts'
import { rounded } from './lib/figures.ts'
import { digests, runOrThrow } from './lib/programs.ts'

// A backup is worth what comes back from it. A bank on PostgreSQL is dumped and destroyed with its
// whole server, restored on a new one and started; an embedded bank is stopped, its folder copied and
// destroyed. Everything must be there, and balances rebuilt from the journal alone must be the stored.
const { postings, seed } = readArguments({ postings: 100_000, seed: 1 })
const random = randomFrom(seed)
const started = Date.now()
const folder = mkdtempSync(join(tmpdir(), 'passbook-restore-'))
const missed: string[] = []
const expect = (what: string, holds: boolean) => holds || missed.push(what)

const fromServer = await restoreServer()
const fromFolder = await restoreFolder()
rmSync(folder, { recursive: true, force: true })
report({
  ok: missed.length === 0 && fromServer.rtoSeconds <= 60,
  experiment: 'restore',
  seed,
  ...fromServer,
  folder: fromFolder,
  missed,
  seconds: Math.round((Date.now() - started) / 1000),
})

async function restoreServer() {
  const lost = await makeHome('postgres')
  const bank = await startBank(lost.env)
  const ada = await customersOf(bank)
  await bank.stop()
  const loadSeconds = await withDb(lost.env, load)
  const before = await withDb(lost.env, digests)
  const balances = await withDb(lost.env, (db) => balancesIn(db, ada))
  const file = join(folder, 'bank.dump')
  const { ms: dumpMs } = await runOrThrow('pg_dump', '-Fc', '-f', file, lost.env.DATABASE_URL ?? '')
  await lost.remove()

  const fresh = await makeHome('postgres')
  const lostAt = performance.now()
  await runOrThrow('pg_restore', '--no-owner', '-d', fresh.env.DATABASE_URL ?? '', file)
  const restoredMs = performance.now() - lostAt
  expect('server: every row is back', same(await withDb(fresh.env, digests), before))
  const startedAt = performance.now()
  const again = await startBank(fresh.env)
  const rtoSeconds = rounded((restoredMs + performance.now() - startedAt) / 1000)
  await compareSession('server', again, ada, balances)
  await again.stop()
  const counted = await withDb(fresh.env, (db) => check('server', db))
  await fresh.remove()
  return { ...counted, loadSeconds, dumpSeconds: rounded(dumpMs / 1000), rtoSeconds }
}

async function restoreFolder() {
  const home = await makeHome('embedded')
  const bank = await startBank(home.env)
  const ada = await customersOf(bank)
  const balances = (await accountsOf(bank.url, ada.token)).map(balanceOf)
  await bank.stop()
  const copy = join(folder, 'copy')
  cpSync(home.env.DATA_DIR ?? '', copy, { recursive: true })
  await home.remove()
  const lostAt = performance.now()
  const again = await startBank({ ...home.env, DATA_DIR: copy })
  const rtoSeconds = rounded((performance.now() - lostAt) / 1000)
  await compareSession('folder', again, ada, balances)
  await again.stop()
  const db = await openEmbedded({ dataDir: copy })
  const { drift, findings } = await check('folder', db)
  await db.close()
  return { rtoSeconds, drift, findings }
}

/** Two customers with money; the first of them is asked after again. */
async function customersOf(bank: RunningBank): Promise<Customer> {
  const ada = await makeCustomer(bank, 'ada-lovelace')
  const bo = await makeCustomer(bank, 'bo-diddley')
  for (const { accounts } of [ada, bo]) {
    await bank.operate('fund', accounts[0]?.Number ?? '', '1000000.00')
  }
  return ada
}

/** Entries back and forth between the customers, by the function that posts every entry. */
async function load(db: Db): Promise<number> {
  const before = performance.now()
  const rows = await db.sql<{ id: bigint }>`
    select id from ledger_accounts where owner_id is not null order by id`
  const [left = 0n, right = 0n] = rows.map(({ id }) => id)
  const entries = Math.ceil(postings / 2)
  for (let made = 0; made < entries; made += 100) {
    const amounts = Array.from({ length: Math.min(100, entries - made) }, randomAmount)
    await db.sql`
      select ledger_apply('transfer', 'load', null, jsonb_build_array(
          jsonb_build_object('account', ${left}::int8, 'amount', amount, 'line', '{"name": "load"}'::jsonb),
          jsonb_build_object('account', ${right}::int8, 'amount', -amount, 'line', '{"name": "load"}'::jsonb)
        ), now(), current_date)
      from unnest(${amounts}::int8[]) as amount`
  }
  // Nobody is told of what never happened.
  await db.sql`delete from outbox`
  return rounded((performance.now() - before) / 1000)
}

/** Either way, up to ten dollars: a walk that stays far from the end of a million. */
function randomAmount(): number {
  return Math.ceil(random() * 1000) * (random() < 0.5 ? -1 : 1)
}

/** The session goes on in the restored bank and sees what it saw. */
async function compareSession(
  where: string,
  { url }: RunningBank,
  { token }: Customer,
  balances: unknown,
): Promise<void> {
  const now = await accountsOf(url, token).catch(() => [])
  expect(`${where}: a session goes on with its balances`, same(now.map(balanceOf), balances))
}

function balanceOf({ AvailableBalance }: { AvailableBalance: string }): string {
  return AvailableBalance
}

async function balancesIn(db: Db, { username }: Customer): Promise<string[]> {
  const rows = await db.sql<{ balance: string }>`
    select ((balance_minor - held_minor) / 100.0)::numeric(20, 2)::text as balance
    from ledger_accounts l join customers c on c.id = l.owner_id where c.username = ${username}`
  return rows.map(({ balance }) => balance)
}

/** Balances and holds from nothing but the journal, against what the accounts say. */
async function check(where: string, db: Db) {
  const drifting = await db.sql`
    select a.id from ledger_accounts a
    left join (select account_id, sum(amount_minor) as total from ledger_postings group by 1) p
      on p.account_id = a.id
    left join (select account_id, sum(amount_minor) as total from ledger_holds
      where state = 'open' group by 1) h on h.account_id = a.id
    where a.balance_minor <> coalesce(p.total, 0) or a.held_minor <> coalesce(h.total, 0)`
  const [row] = await db.sql<{ postings: bigint }>`
    select count(*) as postings from ledger_postings`
  const findings = (await audit(db)).length
  expect(`${where}: the audit finds nothing`, findings === 0)
  expect(`${where}: no balance drifts from the journal`, drifting.length === 0)
  return { postings: Number(row?.postings ?? 0), drift: drifting.length, findings }
}

async function withDb<T>(env: Record<string, string>, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openPostgres({ url: env.DATABASE_URL ?? '', poolSize: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
