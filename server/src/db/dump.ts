import { functionsTable } from './functions.ts'
import { inTransaction, migrationsTable, readSchema, type Schema } from './migrate.ts'
import { type Db, liftTimeLimit, type Sql, scriptIn } from './sql.ts'

type Table = {
  name: string
  /** The columns that are written, quoted and in order; generated ones compute themselves. */
  columns: string
  /** An expression for a row in the text format of COPY. */
  line: string
  triggers: boolean
  references: string[]
}

/** How much a dump holds. */
export type Dumped = { tables: number; rows: number }

/**
 * Writes the whole database as plain SQL that psql restores into an empty PostgreSQL, as it was at
 * one moment: migrations and functions, then every row, all in one transaction. The embedded database has one
 * connection, so others wait until the last row is written; `write` should not dawdle.
 */
export function dump(
  db: Db,
  write: (text: string) => Promise<void>,
  schema: Schema = readSchema(),
): Promise<Dumped> {
  let hasBegun = false
  return db.transaction(async (sql) => {
    // What was written stays: a second run after a deadlock would write it once more.
    if (hasBegun) throw new Error('A deadlock ended the export. Try again')
    hasBegun = true
    await sql`set transaction isolation level repeatable read read only`
    await liftTimeLimit(sql)
    // Values are written as text, so nothing about it may depend on the session.
    await scriptIn(
      sql,
      `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
       set local bytea_output = 'hex'; set local extra_float_digits = 1`,
    )
    const tables = inOrder(await readTables(sql))
    await write(await schemaText(sql, tables, schema))
    let rows = 0
    for (const table of tables) rows += await writeRows(sql, table, write)
    await write(await endText(sql, tables))
    return { tables: tables.length, rows }
  })
}

const head = `-- A whole bank. Restore it into an empty database of PostgreSQL 15 or newer, as its owner:
--   psql -X -f <this file> postgres://...
-- It is all or nothing. The bank's SECRET_KEY is not in here: without the same key no PIN, code or
-- card of this bank is good for anything.

\\set ON_ERROR_STOP on
\\set QUIET on
\\pset pager off
set client_min_messages = warning;
begin;
set local client_encoding = 'UTF8';
set local standard_conforming_strings = on;
set local timezone = 'UTC';
set local datestyle = 'ISO';
set local intervalstyle = 'postgres';
set local statement_timeout = 0;
set local lock_timeout = 0;
set local search_path = public;
set local check_function_bodies = off;
`

type Named = { name: string; sha256: string }

/** The schema is made by the files themselves, so that the next version finds what it expects. */
async function schemaText(sql: Sql, tables: Table[], schema: Schema): Promise<string> {
  const { migrations, functions } = schema
  const applied = await sql<Named>`select name, sha256 from schema_migrations order by version`
  const put = await sql<Named>`select name, sha256 from schema_functions order by name collate "C"`
  const named = (list: Named[]) => list.map(({ name, sha256 }) => `${name} ${sha256}`).join('\n')
  if (named(migrations) !== named(applied) || named(functions) !== named(put)) {
    throw new Error('This database was made by other migrations than this program has')
  }
  const names = tables.map(({ name }) => name).join(', ')
  return [
    head,
    `create table ${migrationsTable}`,
    `create table ${functionsTable}`,
    ...migrations.map(({ name, text }) => `-- ${name}\n${inTransaction(text)}`),
    ...functions.map(({ name, text }) => `-- ${name}.sql\n${text}`),
    '-- What migrations have put in comes again below, with everything since.',
    'set constraints all immediate;',
    // Triggers off: rows are loaded as they are, nothing is told, checked or counted a second time.
    ...triggersOf(tables, 'disable'),
    `truncate ${names};\n`,
  ].join('\n')
}

function triggersOf(tables: Table[], act: 'enable' | 'disable'): string[] {
  return tables
    .filter(({ triggers }) => triggers)
    .map(({ name }) => `alter table ${name} ${act} trigger user;`)
}

async function writeRows(
  sql: Sql,
  { name, columns, line }: Table,
  write: (text: string) => Promise<void>,
): Promise<number> {
  await write(`\ncopy ${name} (${columns}) from stdin;\n`)
  await scriptIn(sql, `declare dumped cursor for select ${line} as line from ${name}`)
  let rows = 0
  for (;;) {
    const some = await sql<{ line: string }>`fetch 1000 from dumped`
    if (some.length === 0) break
    rows += some.length
    await write(some.map(({ line }) => `${line}\n`).join(''))
  }
  await scriptIn(sql, 'close dumped')
  await write('\\.\n')
  return rows
}

/** Sets the sequences, so that ids go on where they were; a few may be skipped. */
async function endText(sql: Sql, tables: Table[]): Promise<string> {
  const sequences = await sql<{ line: string }>`
    select format('do $$ begin perform setval(%L, %s, %s); end $$;', format('%I.%I', schemaname, sequencename),
      coalesce(last_value, start_value), (last_value is not null)::text) as line
    from pg_sequences where schemaname = 'public' order by sequencename`
  return [
    '',
    ...sequences.map(({ line }) => line),
    ...triggersOf(tables, 'enable'),
    'commit;',
    // By name: without, an owner who is no superuser is warned of every table of the system.
    `analyze ${tables.map(({ name }) => name).join(', ')};\n`,
  ].join('\n')
}

async function readTables(sql: Sql): Promise<Table[]> {
  return sql<Table>`
    select format('%I', c.relname) as name,
      string_agg(format('%I', a.attname), ', ' order by a.attnum) as columns,
      string_agg(
        case when t.typcategory in ('N', 'B', 'D') then format($$coalesce(%I::text, '\\N')$$, a.attname)
        else format($$coalesce(replace(replace(replace(replace(%I::text, '\\', '\\\\'), chr(10), '\\n'),
          chr(13), '\\r'), chr(9), '\\t'), '\\N')$$, a.attname) end,
        ' || chr(9) || ' order by a.attnum) as line,
      exists (select from pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal) as triggers,
      array(select format('%I', p.relname) from pg_constraint f
        join pg_class p on p.oid = f.confrelid
        where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as "references"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    join pg_type t on t.oid = a.atttypid
    where n.nspname = 'public' and c.relkind = 'r'
    group by c.oid, c.relname order by c.relname`
}

/** Tables that others refer to come first: foreign keys are checked while rows are loaded. */
function inOrder(tables: Table[]): Table[] {
  const placed = new Map<string, Table>()
  while (placed.size < tables.length) {
    const next = tables.find(
      ({ name, references }) => !placed.has(name) && references.every((other) => placed.has(other)),
    )
    if (!next) throw new Error('Foreign keys go round in a circle; they cannot be loaded in order')
    placed.set(next.name, next)
  }
  return [...placed.values()]
}
