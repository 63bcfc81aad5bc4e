import { median, rounded } from '../../experiments/lib/figures.ts'
import { type Db, openPostgres } from '../../server/src/db/db.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { makePeople } from '../lib/bench-customers.ts'
import { postgresHome } from '../lib/home.ts'
import type { Part } from '../lib/part.ts'
import { runFunction, runScript, writeOrders } from '../lib/pgbench.ts'

type Sizes = { people: number; clients: number; rounds: number; seconds: number }

const commitDelayMs = 3

/**
 * What goes through the bank's own accounts against local transfers, which do not: one order a call,
 * many clients at once, as many processes would. A commit that takes three milliseconds longer, as
 * with a synchronous standby, holds every lock so much longer; one row for the whole bank would show.
 */
export async function benchHot({ people, clients, rounds, seconds }: Sizes): Promise<Part> {
  const home = await postgresHome()
  const url = home.env.DATABASE_URL ?? ''
  const db = await openPostgres({ url, statementTimeoutMs: 600_000 })
  try {
    await migrate(db)
    await makePeople(db, home.env.SECRET_KEY ?? '', people)
    const orders = await writeOrders(db)
    await writeHot(db)
    const run = { url, clients, seconds }
    const kinds: Record<string, () => Promise<number>> = {
      local: () => runFunction(run, orders),
      exchange: () => runScript(run, exchangeScript(people)),
      bill: () => runScript(run, postScript('bill', people)),
      fund: () => runScript(run, postScript('fund', people)),
      settle: () => runScript(run, settleScript),
    }
    const plain = await measure(db, kinds, { rounds, delayMs: 0 })
    const delayed = await measure(db, kinds, { rounds, delayMs: commitDelayMs })
    return partOf(plain, delayed, clients)
  } finally {
    await db.close()
    await home.remove()
  }
}

type Rates = Map<string, number>

async function measure(
  db: Db,
  kinds: Record<string, () => Promise<number>>,
  { rounds, delayMs }: { rounds: number; delayMs: number },
): Promise<Rates> {
  const [row] = await db.sql<{ name: string }>`select current_database() as name`
  // Of every commit that writes, before the locks are let go.
  await db.script(`
    alter database ${row?.name} set commit_delay = ${delayMs * 1000};
    alter database ${row?.name} set commit_siblings = 0`)
  const rates = new Map<string, number[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const [kind, run] of Object.entries(kinds)) {
      if (kind === 'settle') await writePending(db)
      await db.script('truncate outbox')
      await db.script('vacuum analyze ledger_accounts')
      rates.set(kind, [...(rates.get(kind) ?? []), await run()])
      if (kind === 'settle') await assertPending(db)
    }
  }
  return new Map([...rates].map(([kind, all]) => [kind, median(all)]))
}

function partOf(plain: Rates, delayed: Rates, clients: number): Part {
  const share = (rates: Rates, kind: string) =>
    rounded((rates.get(kind) ?? 0) / (rates.get('local') ?? 1))
  const hot = [...plain.keys()].filter((kind) => kind !== 'local')
  return {
    name: 'grow:hot',
    tables: [
      {
        title: `Orders a second, ${clients} clients, one order a call`,
        rows: [...plain.keys()].map((kind) => ({
          what: kind,
          'as it is': plain.get(kind) ?? 0,
          [`commit +${commitDelayMs} ms`]: delayed.get(kind) ?? 0,
        })),
      },
    ],
    ratios: hot.flatMap((kind) => [
      { name: `${kind} against local`, ratio: share(plain, kind) },
      {
        name: `${kind} against local, commit +${commitDelayMs} ms`,
        ratio: share(delayed, kind),
        atLeast: 0.7,
      },
    ]),
  }
}

/** For each account an exchange, a bill and money from another bank, as the server would hand them over. */
async function writeHot(db: Db): Promise<void> {
  await db.script(`
    create table bench_hot as
    select row_number() over (order by a.account_id) as n, a.account_id, a.owner_id, c.pin_hmac,
      (ledger_open(a.owner_id, null, 'eur', 0, now())).o_id as euros,
      (select id from ledger_accounts where code = ledger_house('fx', 'usd', a.account_id)) as fx_usd,
      (select id from ledger_accounts where code = ledger_house('fx', 'eur', a.account_id)) as fx_eur,
      (select id from ledger_accounts
        where code = ledger_house('billers', 'usd', a.account_id)) as billers,
      (select id from ledger_accounts
        where code = ledger_house('clearing', 'usd', a.account_id)) as clearing
    from accounts a join customers c on c.id = a.owner_id;
    alter table bench_hot add column exchange jsonb, add column bill jsonb, add column fund jsonb;
    update bench_hot set
      exchange = jsonb_build_object('customer', owner_id::text, 'at', now(), 'day', current_date,
        'fingerprint', repeat('f', 64), 'pin_hmac', pin_hmac, 'code_hmac', '', 'order_hashes',
        jsonb_build_array(repeat('a', 64)), 'usd', '0', 'usd_limit', '5000000', 'exchange_usd', '1',
        'exchange_limit', '500000000', 'kind', 'transfer.own-account', 'memo', '', 'legs',
        jsonb_build_array(
          jsonb_build_object('account', account_id::text, 'amount', '-2', 'owner', owner_id::text,
            'line', '{"purpose": "transfer", "method": "own-account", "own_account": true}'::jsonb),
          jsonb_build_object('account', fx_usd::text, 'amount', '2'),
          jsonb_build_object('account', fx_eur::text, 'amount', '-1'),
          jsonb_build_object('account', euros::text, 'amount', '1', 'owner', owner_id::text,
            'line', '{"purpose": "transfer", "method": "own-account", "own_account": true}'::jsonb))),
      bill = jsonb_build_array(
        jsonb_build_object('account', account_id::text, 'amount', '-1',
          'line', '{"method": "bill", "name": "Water"}'::jsonb),
        jsonb_build_object('account', billers::text, 'amount', '1')),
      fund = jsonb_build_array(
        jsonb_build_object('account', clearing::text, 'amount', '-1'),
        jsonb_build_object('account', account_id::text, 'amount', '1',
          'line', '{"method": "bank"}'::jsonb));
    create unique index on bench_hot(n);
    create table bench_pending (n int primary key, id uuid, counter bigint);
    create sequence bench_next`)
}

const exchangeScript = (people: number) => `\\set n random(1, ${people})
  select transfer_order(exchange || jsonb_build_object('once_key', gen_random_uuid()))
  from bench_hot where n = :n;\n`

const postScript = (kind: 'bill' | 'fund', people: number) => `\\set n random(1, ${people})
  select ledger_post(null, null, null, '${kind}', '', ${kind}, now(), current_date)
  from bench_hot where n = :n;\n`

const settleScript = `select ledger_settle(p.id, p.counter, null, 'settle.bank', '', now(), current_date)
  from (select nextval('bench_next') as n) x join bench_pending p on p.n = x.n;\n`

const pending = 15_000

/** Holds, in no order of their accounts, for one round of settling. */
async function writePending(db: Db): Promise<void> {
  await db.script(`
    truncate bench_pending;
    select setval('bench_next', 1, false);
    insert into bench_pending(n, id, counter)
    select m, (ledger_pend(null, null, null, h.account_id, null, -1, '{"method": "bank"}', now(),
      current_date)->'lines'->0->>'id')::uuid, h.clearing
    from generate_series(1, ${pending}) m
      join bench_hot h on h.n = 1 + (m * 7919) % (select count(*) from bench_hot);
    analyze bench_pending`)
}

async function assertPending(db: Db): Promise<void> {
  const [row] = await db.sql<{ last: bigint }>`select last_value as last from bench_next`
  if (!row || row.last > pending) throw new Error('more was settled than was held')
}
