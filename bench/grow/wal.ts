import { rounded } from '../../experiments/lib/figures.ts'
import { type Db, openPostgres } from '../../server/src/db/db.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { startPostgres } from '../../server/src/testing/postgres-server.ts'
import type { Part } from '../lib/part.ts'

// As docs/operating.md recommends; everything else as PostgreSQL has it.
const settings = { wal_compression: 'lz4', max_wal_size: '8GB', checkpoint_timeout: '30min' }

const kept = ['transactions', 'ledger_entries', 'ledger_postings', 'ledger_old_keys']
// A row for each account and day, however many transfers it has that day: told apart.
const daily = 'ledger_days'

type Sizes = { customers: number; transfers: number }

/**
 * What a local transfer between two of many customers writes: WAL right after a checkpoint, when the
 * first change of every page is logged with the whole page, and bytes that stay when its key has gone
 * into the archive. The posting function is called by itself, one transaction each; telling and mail
 * come on top of it and are deleted in time.
 */
export async function benchWal({ customers, transfers }: Sizes): Promise<Part> {
  const server = await startPostgres({ settings })
  if (!server) throw new Error('no PostgreSQL is installed')
  const db = await openPostgres({ url: server.url, statementTimeoutMs: 0, poolSize: 1 })
  try {
    await migrate(db)
    await fillCustomers(db, customers)
    const before = await sizes(db)
    await transferSome(db, { customers, transfers: Math.ceil(transfers / 10) })
    await db.script('vacuum analyze')
    const rows = []
    for (const round of [1, 2, 3]) {
      await db.script('checkpoint')
      const start = await position(db)
      await transferSome(db, { customers, transfers })
      const [row] = await db.sql<{ bytes: number }>`
        select (pg_current_wal_insert_lsn() - ${start}::pg_lsn)::float8 as bytes`
      rows.push({ round, 'WAL bytes a transfer': Math.round((row?.bytes ?? 0) / transfers) })
    }
    await db.sql`select ledger_archive_keys(now() + interval '1 day', 1000000)`
    await db.script('vacuum')
    const [made] = await db.sql<{ count: number }>`
      select count(*)::float8 as count from ledger_entries`
    const after = await sizes(db)
    const grown = [...kept, daily].map((table) => ({
      table,
      bytes: ((after.get(table) ?? 0) - (before.get(table) ?? 0)) / (made?.count ?? 1),
    }))
    const bytes = grown
      .filter(({ table }) => table !== daily)
      .reduce((sum, { bytes: own }) => sum + own, 0)
    const wal = Math.max(...rows.map((row) => row['WAL bytes a transfer']))
    const title = `${transfers} local transfers among ${customers} customers after a checkpoint`
    return {
      name: 'grow:wal',
      tables: [
        { title, rows },
        {
          title: 'Bytes a transfer that stay, with their indexes',
          rows: grown.map(({ table, bytes: own }) => ({ table, bytes: Math.round(own) })),
        },
      ],
      ratios: [
        { name: 'WAL of a transfer after a checkpoint, kB', ratio: rounded(wal / 1000), atMost: 6 },
        { name: 'kept for ever of a transfer, kB', ratio: rounded(bytes / 1000), atMost: 1.2 },
      ],
      notes: [`PostgreSQL with ${JSON.stringify(settings)}`],
    }
  } finally {
    await db.close()
    await server.stop()
  }
}

async function fillCustomers(db: Db, customers: number): Promise<void> {
  await db.script(`
    set local session_replication_role = replica;
    insert into customers(username, username_key, email, email_key, password_hash, first_name,
      last_name, phone, sex, occupation, country, state, city, kin_first_name, kin_last_name,
      kin_relationship, kin_phone, kin_occupation, kin_address, use_otp, pin_hmac, created_at)
    select n, n, n || '@example.com', n || '@example.com', '!', 'Ada', 'Example', '5551234567', 'female',
      'Tester', 'us', 'Ohio', 'Dayton', 'Next', 'Ofkin', 'friend', '5551234567', 'Tester', 'Dayton',
      false, 'pin', now()
    from generate_series(1, ${customers}) n;
    insert into ledger_accounts (owner_id, currency, floor_minor, balance_minor, opened_at)
    select id, 'usd', 0, 100000, now() from customers order by id;
    insert into accounts(account_id, owner_id, number, name, type)
    select id, owner_id, lpad(owner_id::text, 10, '0'), 'Main', 'savings' from ledger_accounts
    where owner_id is not null order by id;
    create table payers as select row_number() over (order by id) as n, id, owner_id as owner
    from ledger_accounts where owner_id is not null;
    create unique index on payers (n)`)
  await db.script('vacuum analyze')
}

async function position(db: Db): Promise<string> {
  const [row] = await db.sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`
  return row?.at ?? ''
}

/** Orders as the bank hands them over, each from one customer to another by chance. */
async function transferSome(db: Db, { customers, transfers }: Sizes): Promise<void> {
  await db.script(`do $$
    declare
      a payers; b payers; answer jsonb; chosen int;
      line jsonb := '{"purpose": "transfer", "method": "local", "gateway": "passbook", "name":
        "Ada Example", "account_number": "1234567897", "description": "Lunch", "same": true,
        "own_account": false}';
    begin
      for i in 1..${transfers} loop
        chosen := floor(random() * ${customers});
        select * into a from payers where n = chosen + 1;
        select * into b from payers where n = (chosen * 7919::bigint + 4099) % ${customers} + 1;
        continue when a.n = b.n;
        answer := transfer_order(jsonb_build_object('customer', a.owner, 'at', clock_timestamp(),
          'day', current_date, 'once_key', gen_random_uuid(), 'fingerprint', repeat('f', 64),
          'pin_hmac', 'pin', 'code_hmac', '', 'order_hashes', '[]'::jsonb, 'usd', 1,
          'usd_limit', 5000000, 'kind', 'transfer.local', 'memo', 'Lunch',
          'legs', jsonb_build_array(
            jsonb_build_object('account', a.id, 'amount', -1, 'owner', a.owner, 'line', line),
            jsonb_build_object('account', b.id, 'amount', 1, 'line', line))));
        if answer->>'code' <> 'ok' then raise exception '%', answer; end if;
        commit;
      end loop;
    end $$`)
}

/** What the rows and their indexes take, by table. */
async function sizes(db: Db): Promise<Map<string, number>> {
  const rows = await db.sql<{ name: string; bytes: number }>`
    select name, pg_total_relation_size(name::regclass)::float8 as bytes
    from unnest(${[...kept, daily]}::text[]) name`
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}
