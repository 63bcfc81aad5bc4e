import type { Db } from '#db/db.ts'

type Column = { name: string; type: string; unique: boolean }

/** What a copy's column holds where the kind of the column does not say it. */
const special: Record<string, string> = {
  'accounts.number': `lpad((c.account_id * 100000 + g)::text, 10, '0')`,
  'mails.to_key': `c.to_key || g`,
  'ledger_accounts.code': 'null',
}
// What there is once for the bank, however large it grows.
const bankOnly = (table: string) => table.startsWith('schema_') || table === 'bank_clock'

/**
 * Multiplies the rows of every table until it has more than `rows`, as if other customers had done
 * what is there already: ids are shifted by millions, so nothing of the copies belongs to anybody who
 * was there before. A table without rows stays empty. PostgreSQL only.
 */
export async function growTables(db: Db, rows: number): Promise<void> {
  const tables = (await tablesOf(db)).filter((name) => !bankOnly(name))
  for (const table of tables) await copyRows(db, table, rows)
  await db.script('set statement_timeout = 0; analyze; reset statement_timeout')
}

/** The tables of the bank with at least so many rows by the planner's count. */
export async function tablesOf(db: Db, rows = -1): Promise<string[]> {
  const found = await db.sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and reltuples >= ${rows}::real
    order by 1`
  return found.map(({ name }) => name)
}

async function copyRows(db: Db, table: string, rows: number): Promise<void> {
  const wanted = table === 'ledger_accounts' ? 'where owner_id is not null' : ''
  const columns = await columnsOf(db, table)
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const values = columns.map((column) => copiedValue(table, column)).join(', ')
  // As a replica applies rows: triggers and foreign keys look at what customers do, not at copies.
  await db.script(`
    set local statement_timeout = 0;
    set session_replication_role = replica;
    create temp table grown on commit drop as
      select *, count(*) over () as there from "${table}" ${wanted};
    insert into "${table}" (${names}) overriding system value
    select ${values} from grown c cross join lateral generate_series(1, ${rows} / c.there + 1) g;
    set session_replication_role = origin;`)
}

function copiedValue(table: string, { name, type, unique }: Column): string {
  const known = special[`${table}.${name}`]
  if (known) return known
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'bigint' && /^id$|_id$/.test(name)) return `c."${name}" + 1000000 * g`
  if (type === 'text' && unique) return `c."${name}" || g`
  return `c."${name}"`
}

async function columnsOf(db: Db, table: string): Promise<Column[]> {
  return db.sql<Column>`
    select a.attname as name, format_type(a.atttypid, null) as type,
      exists (select from pg_index i
        where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey)) as unique
    from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
    order by a.attnum`
}
