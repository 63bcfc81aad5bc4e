import fs from 'node:fs'
import path from 'node:path'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { translated } from './away.ts'
import { takeLock } from './lock.ts'
import { keepForOwner } from './owner-only.ts'
import { type Db, type Driver, makeDb, parserOf, type Runner } from './sql.ts'

const upkeepEveryMs = 5 * 60_000

/** Syncs asked of the disk by embedded databases of this process; a test counts them. */
export const syncs = { count: 0 }

/**
 * Opens the bank's own data folder; the cluster is `dataDir/db`, and one process at a time may hold it.
 * A new one is a copy of the cluster that `from` names, where there is that, or empty.
 */
export async function openEmbedded({
  dataDir,
  from,
}: {
  dataDir: string
  from?: () => string
}): Promise<Db> {
  const folder = path.resolve(dataDir)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  keepForOwner(folder)
  const lock = await takeLock(folder)
  try {
    const cluster = path.join(folder, 'db')
    if (!fs.existsSync(cluster)) await initialise(cluster, from)
    keepForOwner(cluster, { withAllInIt: true })
    const pg = await PGlite.create({
      fs: new DurableNodeFS(cluster),
      startParams: durableStart(),
    })
    const upkeep = startUpkeep(pg)
    return makeDb(
      driverOf(pg, async () => {
        clearInterval(upkeep)
        try {
          await pg.exec('checkpoint')
          await pg.close()
        } finally {
          lock.release()
        }
      }),
    )
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A database in memory, gone when closed; `from` is the copy of another that `dumpMemory` made. */
export async function openMemory({ from }: { from?: Blob } = {}): Promise<Db> {
  const pg = await PGlite.create(from ? { loadDataDir: from } : {})
  const db = makeDb(driverOf(pg, () => pg.close()))
  memories.set(db, pg)
  return db
}

const memories = new WeakMap<Db, PGlite>()

/** Copies a database in memory, so that a test file need not migrate its own. */
export async function dumpMemory(db: Db): Promise<Blob> {
  const pg = memories.get(db)
  if (!pg) throw new Error('Only a database in memory can be copied')
  await pg.exec('checkpoint')
  return pg.dumpDataDir('none')
}

function driverOf(pg: PGlite, close: () => Promise<void>): Driver {
  // Values are encoded and read by our own rules, so the driver's conversions are taken away.
  pg.serializers = {}
  pg.parsers = Object.fromEntries(
    Object.keys(pg.parsers).map((oid) => [oid, parserOf(Number(oid))]),
  )
  let closing: Promise<void> | undefined
  return {
    kind: 'embedded',
    connections: 1,
    ...runnerOf(pg),
    inTransaction: (work) => guarded(() => pg.transaction((tx) => work(runnerOf(tx)))),
    // There is no other connection, and nobody whom a script would keep waiting.
    alone: (statement) => runnerOf(pg).script(statement),
    listen: async (channel, onMessage) => {
      const stop = await pg.listen(channel, onMessage)
      return () => stop()
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

function runnerOf(handle: Pick<Transaction, 'query' | 'exec'>): Runner {
  return {
    query: ({ text }, values) => guarded(async () => (await handle.query(text, values)).rows),
    script: (text) =>
      guarded(async () => {
        await handle.exec(text)
      }),
  }
}

/** A full disk makes the bank busy, as it does on a PostgreSQL server. */
async function guarded<T>(exchange: () => Promise<T>): Promise<T> {
  try {
    return await exchange()
  } catch (error) {
    throw translated(error)
  }
}

type StreamOps = { fsync?: (stream: { nfd?: number; node: unknown }) => number }
type NodeFsModule = { NODEFS: { stream_ops: StreamOps; realPath(node: unknown): string } }

/**
 * PGlite's file system without its gap: a sync reaches the disk.
 * Stock PGlite answers every sync with success and does nothing, and loses all in a power cut. This
 * reaches into `NODEFS.stream_ops`, an internal of @electric-sql/pglite 0.5.16: the version is pinned
 * exactly, and embedded.test.ts counts the syncs.
 */
class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args)
    result.emscriptenOpts.preRun = [
      (module) => {
        const { NODEFS } = module as unknown as NodeFsModule
        NODEFS.stream_ops.fsync = (stream) => {
          syncOrDie(() => {
            if (stream.nfd !== undefined) fs.fsyncSync(stream.nfd)
            else syncFolder(NODEFS.realPath(stream.node))
          })
          return 0
        }
      },
      ...(result.emscriptenOpts.preRun ?? []),
    ]
    return result
  }
}

function syncOrDie(sync: () => void) {
  syncs.count += 1
  try {
    sync()
  } catch (error) {
    // After a failed sync nobody knows what is on the disk; going on could acknowledge lost money.
    console.error('The disk refused to sync the database; stopping', error)
    process.exit(70)
  }
}

function syncFolder(folder: string) {
  // Windows cannot sync a folder, and does not need to.
  if (process.platform === 'win32') return
  const handle = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

function durableStart(): string[] {
  // fdatasync, the default, is a no-op in this build; -F would switch syncing off.
  return PGlite.defaultStartParams
    .filter((param) => param !== '-F')
    .concat(['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'])
}

/** Makes the cluster beside its place, so that a crash half way leaves nothing that looks like one. */
async function initialise(cluster: string, from?: () => string) {
  const fresh = `${cluster}.new`
  const clear = () => fs.rmSync(fresh, { recursive: true, force: true })
  clear()
  if (!from || !couldCopy(from, fresh)) {
    clear()
    const pg = await PGlite.create({ fs: new NodeFS(fresh) })
    await pg.exec('checkpoint')
    await pg.close()
  }
  await syncTree(fresh)
  fs.renameSync(fresh, cluster)
  syncFolder(path.dirname(cluster))
}

/** Not where there is none, it cannot be named, or it is not for this user to read. */
function couldCopy(from: () => string, to: string): boolean {
  try {
    fs.cpSync(from(), to, { recursive: true })
    return true
  } catch {
    return false
  }
}

const syncedTogether = 100

/** Many files at a time: the disk takes a thousand together in a fraction of what one by one costs. */
async function syncTree(root: string): Promise<void> {
  const entries = fs.readdirSync(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  for (let from = 0; from < files.length; from += syncedTogether) {
    const group = files.slice(from, from + syncedTogether)
    await Promise.all(group.map(({ parentPath, name }) => syncFile(path.join(parentPath, name))))
  }
  for (const { parentPath, name } of entries.filter((entry) => entry.isDirectory())) {
    syncFolder(path.join(parentPath, name))
  }
  syncFolder(root)
}

async function syncFile(file: string): Promise<void> {
  const handle = fs.openSync(file, 'r+')
  try {
    await new Promise<void>((resolve, reject) => {
      fs.fsync(handle, (error) => (error ? reject(error) : resolve()))
    })
  } finally {
    fs.closeSync(handle)
  }
}

/** The embedded build has neither checkpointer nor autovacuum: without this its log grows for ever. */
function startUpkeep(pg: PGlite): NodeJS.Timeout {
  let doneAt = ''
  const timer = setInterval(async () => {
    try {
      const position = await pg.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
      if (position.rows[0]?.lsn === doneAt) return
      await pg.exec('vacuum analyze')
      await pg.exec('checkpoint')
      const after = await pg.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
      doneAt = after.rows[0]?.lsn ?? ''
    } catch (error) {
      if (!pg.closed) console.error('Upkeep of the embedded database failed', error)
    }
  }, upkeepEveryMs)
  timer.unref()
  return timer
}
