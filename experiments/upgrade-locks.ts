import { type Db, openPostgres } from '../server/src/db/db.ts'
import { migrate, readSchema } from '../server/src/db/migrate.ts'
import { startPostgres } from '../server/src/testing/postgres-server.ts'
import { readArguments, report } from './lib/arguments.ts'

// An upgrade of a large bank: every table that it has at `from` gets that many rows, then each later
// migration runs while another connection looks which tables are locked against writers, and for how long.
const { rows, from } = readArguments({ rows: 1_000_000, from: 8 })
const longestMs = 1_000
const lookEveryMs = 10

async function run() {
  const server = await startPostgres({ settings: { max_wal_size: '4GB' } })
  if (!server) throw new Error('No PostgreSQL is installed on this machine')
  await using undo = new AsyncDisposableStack()
  undo.defer(() => server.stop())
  const db = await openPostgres({ url: server.url, poolSize: 1, statementTimeoutMs: 0 })
  undo.defer(() => db.close())
  const watcher = await openPostgres({ url: server.url, poolSize: 1 })
  undo.defer(() => watcher.close())
  const { migrations, functions } = readSchema()
  const former = migrations.filter(({ version }) => version <= from)
  await migrate(db, { migrations: former, functions: [] })
  const tables = await fill(db)
  const steps: Record<string, { tookMs: number; lockedMs: number }> = {}
  const done = [...former]
  for (const migration of migrations.filter(({ version }) => version > from)) {
    done.push(migration)
    steps[migration.name] = await watched(watcher, tables, () =>
      migrate(db, { migrations: done, functions: [] }),
    )
  }
  steps.functions = await watched(watcher, tables, () =>
    migrate(db, { migrations: done, functions }),
  )
  const longest = Math.max(...Object.values(steps).map(({ lockedMs }) => lockedMs))
  return { ok: longest <= longestMs, rows, from, tables: tables.length, longest, steps }
}

/** How long the work takes, and the longest time in it for which a table takes no writes. */
async function watched(watcher: Db, tables: string[], work: () => Promise<unknown>) {
  const since = new Map<string, number>()
  const start = performance.now()
  let [lockedMs, working] = [0, true]
  const looking = (async () => {
    while (working) {
      const locked = await watcher.sql<{ name: string }>`
        select distinct c.relname as name from pg_locks l join pg_class c on c.oid = l.relation
        where l.granted and c.relname = any(${tables}::text[]) and l.mode in
          ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`
      const now = performance.now()
      const names = new Set(locked.map(({ name }) => name))
      for (const name of since.keys()) if (!names.has(name)) since.delete(name)
      for (const name of names) {
        since.set(name, since.get(name) ?? now)
        lockedMs = Math.max(lockedMs, now - (since.get(name) ?? now))
      }
      await new Promise((again) => setTimeout(again, lookEveryMs))
    }
  })()
  await work()
  const tookMs = Math.round(performance.now() - start)
  working = false
  await looking
  return { tookMs, lockedMs: Math.round(lockedMs) }
}

type Column = { name: string; type: string; nullable: boolean }

/** As many rows in every table: what may be null is, and each other column has a value of its own. */
async function fill(db: Db): Promise<string[]> {
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
  return tables.map(({ name }) => name)
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
