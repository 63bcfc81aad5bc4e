import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeOf } from './away.ts'
import { bringUpToDate } from './former.ts'
import { applyFunctions, readFunctions, type SqlFunction } from './functions.ts'
import { type Db, liftTimeLimit, type Sql, scriptIn } from './sql.ts'

type Migration = { version: number; name: string; text: string; sha256: string }

/** Tables, constraints and indexes, made step by step, and the functions, which are as their files. */
export type Schema = { migrations: Migration[]; functions: SqlFunction[] }

const ownFolder = fileURLToPath(new URL('./migrations', import.meta.url))
const lockNumber = 7_270_001n
// How often a process asks whether another one has done migrating.
const askAgainMs = 100
const deadlock = '40P01'
const attempts = 4

/** The bank's own schema, read from the files. */
export function readSchema(): Schema {
  return { migrations: readMigrations(), functions: readFunctions() }
}

/**
 * Brings the schema up to date and names what was applied; several processes may start at once. Each
 * migration is a transaction of its own, but for those that are online, and the functions are one after
 * the last of them.
 */
export async function migrate(db: Db, schema: Schema = readSchema()): Promise<string[]> {
  const applied: string[] = []
  for (;;) {
    const step = await db.transaction((sql) => applyNext(db, sql, schema))
    if (step === 'another') {
      await new Promise((again) => setTimeout(again, askAgainMs))
      continue
    }
    applied.push(...step.applied)
    if (step.last) return applied
  }
}

/**
 * A migration that begins with this line runs statement by statement outside a transaction, so that an
 * index of a large table is built `concurrently`, beside those who write, and rows are changed in groups
 * with a `commit;` after each. It may end in the middle and is then run again from its first statement.
 */
const onlineMark = '-- online\n'

/** The statements as one transaction can run them: where nobody else is, no index needs to wait. */
export function inTransaction(text: string): string {
  if (!text.startsWith(onlineMark)) return text
  return text.replace(/\bindex concurrently\b/g, 'index').replace(/^ +commit;\n/gm, '')
}

/** The numbered files, in order. */
export function readMigrations(folder = ownFolder): Migration[] {
  const migrations = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const match = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file)
      if (!match) throw new Error(`Migration ${file} is not named like 0001_ledger.sql`)
      const text = fs.readFileSync(path.join(folder, file), 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      return { version: Number(match[1]), name: file, text, sha256 }
    })
  for (const [index, { version, name }] of migrations.entries()) {
    if (migrations[index - 1]?.version === version) {
      throw new Error(`Two migrations have the number of ${name}`)
    }
  }
  return migrations
}

/**
 * For the operator's command line, which never migrates: it may be of another version than the servers
 * that run. Throws a sentence where the database is not of this one.
 */
export async function mustBeOfThisVersion(db: Db, schema: Schema = readSchema()): Promise<void> {
  const [made] = await db.sql<{ functions: boolean }>`
    select to_regclass('schema_functions') is not null as functions
    where to_regclass('schema_migrations') is not null`
  if (!made) throw new Error(`This database holds no bank yet: ${howToMigrate}`)
  const applied = await db.sql<Named>`select name, sha256 from schema_migrations`
  const functions = made.functions
    ? await db.sql<Named>`select name, sha256 from schema_functions`
    : []
  const files = new Set(schema.migrations.map(({ name }) => name))
  const newer = applied.find(({ name }) => !files.has(name))
  if (newer) {
    throw new Error(
      `The database is of a newer version than this program: it has ${newer.name}. Use the program that the servers run.`,
    )
  }
  const [other] = [
    ...unlike(schema.migrations, applied),
    ...unlike(schema.functions, functions),
    ...functions.filter(({ name }) => !schema.functions.some((one) => one.name === name)),
  ]
  if (other) {
    throw new Error(
      `The database is of an older or another version than this program: ${other.name} differs. Use the program that the servers run. If none runs, ${howToMigrate}`,
    )
  }
}

const howToMigrate = 'start the server of this version, or say npm run bank -- migrate.'

type Named = { name: string; sha256: string }

function unlike(wanted: readonly Named[], found: readonly Named[]): Named[] {
  const known = new Map(found.map(({ name, sha256 }) => [name, sha256]))
  return wanted.filter(({ name, sha256 }) => known.get(name) !== sha256)
}

type Step = { applied: string[]; last: boolean }

async function applyNext(db: Db, sql: Sql, schema: Schema): Promise<Step | 'another'> {
  if (db.kind === 'postgres' && !(await takeLock(sql))) return 'another'
  const next = nextOf(schema.migrations, await readApplied(sql, schema.migrations))
  if (!next) return { applied: await applyFunctions(sql, schema.functions), last: true }
  try {
    if (db.kind === 'postgres' && next.text.startsWith(onlineMark)) {
      await runOnline(db, sql, next.text)
    } else {
      await scriptIn(sql, inTransaction(next.text))
    }
  } catch (error) {
    throw new Error(`Migration ${next.name} failed: ${(error as Error).message}`, { cause: error })
  }
  await sql`
    insert into schema_migrations (version, name, sha256)
    values (${next.version}, ${next.name}, ${next.sha256})`
  return { applied: [next.name], last: false }
}

/**
 * The transaction holds the lock meanwhile and is idle. After a deadlock it is run again: a process that
 * was killed while it migrated leaves a server behind that still builds an index, and waits for us.
 */
async function runOnline(db: Db, sql: Sql, text: string): Promise<void> {
  // As a script, which ends the portal of the statement before: its snapshot would be waited for.
  await scriptIn(sql, 'set local idle_in_transaction_session_timeout = 0')
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (const statement of text.split('\n\n')) await db.alone(statement)
      return
    } catch (error) {
      if (codeOf(error) !== deadlock || attempt === attempts) throw error
    }
  }
}

/**
 * An advisory lock until the end of the transaction. Asked for and not waited for: whoever waits in a
 * statement holds a snapshot, for whose end an index that is built concurrently would wait in turn.
 */
async function takeLock(sql: Sql): Promise<boolean> {
  await sql`set local lock_timeout = 0`
  await liftTimeLimit(sql)
  const [row] = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${lockNumber}) as taken`
  return row?.taken === true
}

type Applied = Omit<Migration, 'text'>

/** What the database knows of its migrations; also part of a dump. */
export const migrationsTable = `schema_migrations (
  version int primary key,
  name text not null,
  sha256 text not null,
  applied_at timestamptz not null default now()
);
`

async function readApplied(sql: Sql, migrations: Migration[]): Promise<Applied[]> {
  await scriptIn(sql, `create table if not exists ${migrationsTable}`)
  const applied = await sql<Applied>`
    select version, name, sha256 from schema_migrations order by version`
  return bringUpToDate(sql, applied, migrations)
}

function nextOf(migrations: Migration[], applied: Applied[]): Migration | undefined {
  const files = new Map(migrations.map((migration) => [migration.version, migration]))
  for (const { version, name, sha256 } of applied) {
    const file = files.get(version)
    if (!file) throw new Error(`Migration ${name} was applied here, but its file is missing`)
    if (file.sha256 !== sha256)
      throw new Error(`Migration ${name} was changed after it was applied`)
    files.delete(version)
  }
  // Two that were written side by side may come in either order: a database of between upgrades too.
  const [next] = files.values()
  return next
}
