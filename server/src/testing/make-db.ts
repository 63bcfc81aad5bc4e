import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type Db, openMemory, openPostgres } from '#db/db.ts'
import { dumpMemory } from '#db/embedded.ts'
import { cacheFolder, driverVersion, schemaHash } from '#db/kept-cluster.ts'
import { migrate, readSchema, type Schema } from '#db/migrate.ts'
import { startPostgres, testSettings } from './postgres-server.ts'

/** A migrated database of its own, and what removes it again; `url` only on a PostgreSQL server. */
export type MadeDb = { db: Db; url?: string; drop(): Promise<void> }

type Options = {
  /** Where the server of `TEST_DATABASE_URL` is not wanted. */
  database?: 'embedded' | 'postgres'
  url?: string
  /** Another schema than the bank's own, for tests of broken ones. */
  schema?: Schema
  poolSize?: number
  /** Who waits for a lock waits as long as the test: a busy machine is no failure. */
  patient?: boolean
}

const patience = { lockTimeoutMs: 20_000, statementTimeoutMs: 20_000 }
// More than a pool has at once take turns, and a busy machine is no failure.
const connectTimeoutMs = 20_000

/**
 * Makes a fresh migrated database: in memory, or on PostgreSQL with `TEST_DATABASE_URL` or
 * `TEST_DATABASE=postgres`. Migrations run once per schema; after that a copy is made.
 */
export async function makeDb(options: Options = {}): Promise<MadeDb> {
  const url = options.url ?? process.env.TEST_DATABASE_URL
  const wanted = options.database ?? (url ? 'postgres' : process.env.TEST_DATABASE)
  if (wanted !== 'postgres') return makeEmbedded(options.schema)
  if (url) return makeOnServer(url, options)
  const server = await startPostgres({ settings: testSettings })
  if (!server) throw new Error('No PostgreSQL is installed on this machine')
  const made = await makeOnServer(server.url, options)
  return {
    ...made,
    drop: async () => {
      await made.drop()
      await server.stop()
    },
  }
}

async function makeEmbedded(schema?: Schema): Promise<MadeDb> {
  const db = schema ? await migrated(schema) : await openMemory({ from: await migratedCopy() })
  return { db, drop: () => db.close() }
}

const keepCopiesMs = 24 * 3_600_000

async function migratedCopy(): Promise<Blob> {
  const schema = readSchema()
  const file = path.join(cacheFolder, `test-db-${schemaHash(schema)}.tar`)
  if (!fs.existsSync(file)) {
    await keepCopy(file, await migrated(schema))
    dropOldCopies()
  }
  return readCopy(file)
}

/** Its bytes, not a file-backed blob: another worker may put its own copy in this place meanwhile. */
const readCopy = (file: string) => new Blob([fs.readFileSync(file)])

async function migrated(schema: Schema): Promise<Db> {
  const empty = path.join(cacheFolder, `test-db-${driverVersion()}.tar`)
  if (!fs.existsSync(empty)) await keepCopy(empty, await openMemory())
  const db = await openMemory({ from: readCopy(empty) })
  await migrate(db, schema)
  return db
}

/** Every change of the schema leaves copies of 40 MB behind. */
export function dropOldCopies() {
  for (const name of fs.readdirSync(cacheFolder)) {
    const file = path.join(cacheFolder, name)
    // Another worker may have put its draft in its place meanwhile.
    const written = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (!/^(?:test-db|cluster)-/.test(name) || Date.now() - written <= keepCopiesMs) continue
    fs.rmSync(file, { recursive: true, force: true })
  }
}

async function keepCopy(file: string, db: Db) {
  const copy = await dumpMemory(db)
  await db.close()
  fs.mkdirSync(cacheFolder, { recursive: true })
  // Another test file may be writing the same copy: each writes its own and the last one stays.
  const draft = `${file}.${randomUUID()}`
  fs.writeFileSync(draft, Buffer.from(await copy.arrayBuffer()))
  fs.renameSync(draft, file)
}

async function makeOnServer(url: string, options: Options): Promise<MadeDb> {
  const admin = await openPostgres({ url, poolSize: 1, connectTimeoutMs })
  const name = `t_${randomUUID().replaceAll('-', '')}`
  try {
    const template = await ensureTemplate(admin, url, options.schema ?? readSchema())
    await unhurried(admin, `create database ${name} template ${template}`)
  } finally {
    await admin.close()
  }
  const own = withDatabase(url, name)
  const poolSize = options.poolSize && { poolSize: options.poolSize }
  const limits = { connectTimeoutMs, ...(options.patient && patience) }
  const db = await openPostgres({ url: own, ...limits, ...poolSize })
  async function drop() {
    await db.close()
    const again = await openPostgres({ url, poolSize: 1, connectTimeoutMs })
    await unhurried(again, `drop database if exists ${name} with (force)`)
    await again.close()
  }
  return { db, url: own, drop }
}

async function ensureTemplate(admin: Db, url: string, schema: Schema): Promise<string> {
  const name = `template_${schemaHash(schema)}`
  await admin.script('set lock_timeout = 0; set statement_timeout = 0')
  // As a script, which has no time limit of ours: another test file may be migrating.
  await admin.script('select pg_advisory_lock(7270002)')
  const known = await admin.sql`select from pg_database where datname = ${name}`
  if (known.length === 0) {
    const draft = `draft_${randomUUID().replaceAll('-', '')}`
    await admin.script(`create database ${draft}`)
    const db = await openPostgres({ url: withDatabase(url, draft), poolSize: 1, connectTimeoutMs })
    await migrate(db, schema)
    await db.close()
    await admin.script(`alter database ${draft} rename to ${name}`)
  }
  await admin.sql`select pg_advisory_unlock(7270002)`
  return name
}

/** Copying or removing a database may take longer than a statement usually may. */
async function unhurried(db: Db, text: string) {
  await db.script('set lock_timeout = 0; set statement_timeout = 0')
  await db.script(text)
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
