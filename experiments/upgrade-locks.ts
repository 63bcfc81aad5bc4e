import { type Db, openPostgres } from '../server/src/db/db.ts'
import { migrate, readSchema } from '../server/src/db/migrate.ts'
import { startPostgres } from '../server/src/testing/postgres-server.ts'
import { readArguments, report } from './lib/arguments.ts'

// An upgrade of a large bank: every table that it has at `from` gets that many rows, then each later
// migration is timed. One that is a transaction holds its locks for no longer than it takes; an online
// one holds none that a writer would wait for.
const { rows, from } = readArguments({ rows: 1_000_000, from: 8 })
const longestMs = 1_000

async function run() {
  const server = await startPostgres({ settings: { max_wal_size: '4GB' } })
  if (!server) throw new Error('No PostgreSQL is installed on this machine')
  await using undo = new AsyncDisposableStack()
  undo.defer(() => server.stop())
  const db = await openPostgres({ url: server.url, poolSize: 1, statementTimeoutMs: 0 })
  undo.defer(() => db.close())
  const { migrations, functions } = readSchema()
  const former = migrations.filter(({ version }) => version <= from)
  await migrate(db, { migrations: former, functions: [] })
  const tables = await fill(db)
  const took: Record<string, number> = {}
  const done = [...former]
  for (const migration of migrations.filter(({ version }) => version > from)) {
    done.push(migration)
    const name = migration.text.startsWith('-- online')
      ? `${migration.name} online`
      : migration.name
    took[name] = await timed(() => migrate(db, { migrations: done, functions: [] }))
  }
  took.functions = await timed(() => migrate(db, { migrations: done, functions }))
  const locked = Object.entries(took).filter(([name]) => !name.endsWith(' online'))
  const [longest = ['', 0]] = locked.toSorted(([, a], [, b]) => b - a)
  return { ok: longest[1] <= longestMs, rows, from, tables, longest, took }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return Math.round(performance.now() - start)
}

type Column = { name: string; type: string; nullable: boolean }

/** As many rows in every table: what may be null is, and each other column has a value of its own. */
async function fill(db: Db): Promise<number> {
  // Rows that break the rules of the bank will do: the migrations shall have much to read.
  await db.script('set session_replication_role = replica')
  const tables = await db.sql<{ name: string; columns: Column[] }>`
    select c.relname as name, jsonb_agg(jsonb_build_object('name', a.attname,
      'type', format_type(a.atttypid, null), 'nullable', not a.attnotnull) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and c.relname not like 'schema\_%' and a.attgenerated = ''
    group by c.relname order by c.relname`
  const checks = await db.sql<Check>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as text
    from pg_constraint where contype = 'c' and connamespace = current_schema()::regnamespace`
  const unchecked = checks.map(({ table, name }) => `alter table ${table} drop constraint ${name};`)
  await db.script(unchecked.join('\n'))
  for (const { name, columns } of tables) {
    const given = columns.filter(({ nullable }) => !nullable)
    const value = (one: Column) => listedIn(checks, name, one.name) ?? sampleOf(one.type)
    await db.script(`insert into ${name} (${given.map((one) => one.name).join(', ')})
      overriding system value
      select ${given.map(value).join(', ')}
      from generate_series(1000000001, ${1_000_000_000 + rows}) n on conflict do nothing`)
  }
  const again = checks.map(
    ({ table, name, text }) => `alter table ${table} add constraint ${name} ${text} not valid;`,
  )
  await db.script(`${again.join('\n')} analyze`)
  return tables.length
}

type Check = { table: string; name: string; text: string }

/** The first of the values that a check of this column lists: a later migration may check them again. */
function listedIn(checks: Check[], table: string, column: string): string | undefined {
  const list = new RegExp(`\\b${column} = ANY \\(ARRAY\\[('[^']*')`)
  return checks.flatMap((one) => (one.table === table ? (list.exec(one.text)?.[1] ?? []) : []))[0]
}

function sampleOf(type: string): string {
  if (/^(bigint|integer|numeric)$/.test(type)) return 'n'
  if (type === 'smallint') return '(n % 30000)::smallint'
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'boolean') return 'false'
  if (type === 'date') return `date '2026-01-01'`
  if (type.startsWith('timestamp')) return `now() - interval '1 s' * (n - 1000000000)`
  if (type === 'bytea') return `decode(md5(n::text), 'hex')`
  if (type === 'jsonb') return `'{}'`
  if (type.endsWith('[]')) return `'{}'`
  if (type.startsWith('character(')) return `left(n::text, 3)`
  return 'n::text'
}

report(await run())
