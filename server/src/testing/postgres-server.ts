import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'

/** How a server ends: as `pg_ctl stop -m fast`, as `-m immediate`, or by kill -9 of every process. */
export type Ending = 'fast' | 'immediate' | 'kill'

/** A PostgreSQL server in a temporary folder. */
export type PostgresServer = {
  url: string
  /** The data folder, for PostgreSQL's own programs. */
  data: string
  /** Whether it still runs; a server may also end by itself. */
  isRunning(): boolean
  /** Ends the server and leaves its data where they are. */
  halt(how: Ending): Promise<void>
  /** Starts it again at the same address and waits until it answers. */
  start(): Promise<void>
  /** Ends it and removes its data. */
  stop(): Promise<void>
}

type Options = {
  /** It does not sync unless this is asked for. */
  durable?: boolean
  /** Further server settings. */
  settings?: Record<string, string>
  /** The folders of other disks: for its data, and for its write-ahead log. */
  disks?: { data: string; wal: string }
}

/**
 * For databases that live for seconds: autovacuum would come at some moment of a test, and where it sums up a
 * BRIN index PostgreSQL counts that as a scan of the whole table. And no statement runs for so long that
 * compiling it would pay.
 */
export const testSettings = { autovacuum: 'off', jit: 'off' }

const readyWithinMs = 30_000
const startAttempts = 5

/** Starts a server for tests and benches, or answers null where no PostgreSQL is installed. */
export async function startPostgres(options: Options = {}): Promise<PostgresServer | null> {
  if (!findPostgres()) return null
  const { disks } = options
  const folder = makeFolder(disks?.data)
  const wal = disks ? ['-X', path.join(makeFolder(disks.wal), 'wal'), '--wal-segsize=1'] : []
  const words = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await runProgram('initdb', ['-D', path.join(folder, 'data'), ...words, ...wal])
  return startIn(folder, options)
}

/** Copies a running server and starts the copy as its standby, known to it by `name`. */
export async function startStandby(
  primary: PostgresServer,
  { name, ...options }: Options & { name: string },
): Promise<PostgresServer> {
  const folder = makeFolder()
  const { hostname, port } = new URL(primary.url)
  const from = `host=${hostname} port=${port} user=postgres application_name=${name}`
  const words = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync']
  await runProgram('pg_basebackup', ['-D', path.join(folder, 'data'), '-d', from, ...words])
  return startIn(folder, options)
}

/** Makes a standby the primary. */
export async function promote({ data }: PostgresServer): Promise<void> {
  await runProgram('pg_ctl', ['promote', '-D', data])
}

/** The folder of an installed PostgreSQL server's programs, or null; `NO_POSTGRES=1` hides them. */
export function findPostgres(): string | null {
  if (process.env.NO_POSTGRES === '1') return null
  const root = '/usr/lib/postgresql'
  const versions = fs.existsSync(root) ? fs.readdirSync(root) : []
  const installed = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(root, version, 'bin'))
  const onPath = (process.env.PATH ?? '').split(path.delimiter)
  const complete = (folder: string) =>
    ['postgres', 'initdb'].every((name) => fs.existsSync(path.join(folder, name)))
  return [...installed, ...onPath].find(complete) ?? null
}

/** The databases on which a test can run here, for what must be the same on both. */
export function installedDatabases(): ('embedded' | 'postgres')[] {
  return findPostgres() ? ['embedded', 'postgres'] : ['embedded']
}

/** Runs one of PostgreSQL's own programs to its end; throws what it said where it failed. */
export async function runProgram(name: string, words: string[]): Promise<void> {
  const child = spawn(path.join(findPostgres() ?? '', name), words, {
    ...serverUser(),
    cwd: os.tmpdir(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${name} failed: ${said}`)
}

function makeFolder(within = os.tmpdir()): string {
  const folder = fs.mkdtempSync(path.join(within, 'passbook-pg-'))
  const { uid, gid } = serverUser()
  if (uid !== undefined) fs.chownSync(folder, uid, gid)
  return folder
}

async function startIn(folder: string, { durable, settings }: Options): Promise<PostgresServer> {
  const data = path.join(folder, 'data')
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const set = Object.entries({ fsync: durable ? 'on' : 'off', ...settings })
  const words = [
    ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''],
    ...set.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  let child: ChildProcess | undefined
  const killAtExit = () => child?.kill('SIGQUIT')
  process.on('exit', killAtExit)
  const server: PostgresServer = {
    url,
    data,
    isRunning: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    halt: async (how) => {
      if (child) await end(child, how)
    },
    start: async () => {
      child = await startServer(folder, words, url)
    },
    stop: async () => {
      process.off('exit', killAtExit)
      await server.halt('fast')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await server.start()
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

async function startServer(folder: string, words: string[], url: string): Promise<ChildProcess> {
  const file = path.join(folder, 'log')
  for (let attempt = 1; ; attempt += 1) {
    const log = fs.openSync(file, 'w')
    const program = path.join(findPostgres() ?? '', 'postgres')
    const stdio = ['ignore' as const, log, log]
    const child = spawn(program, words, { ...serverUser(), cwd: folder, stdio })
    fs.closeSync(log)
    try {
      await untilReady(url, child)
      return child
    } catch (error) {
      await end(child, 'immediate')
      // The processes of a killed server may need a moment to let go of its memory.
      if (attempt < startAttempts) continue
      const text = fs.readFileSync(file, 'utf8')
      throw new Error(`PostgreSQL did not start: ${text}`, { cause: error })
    }
  }
}

/** PostgreSQL refuses to run as root, so root starts it as somebody else. */
function serverUser(): { uid: number; gid: number } | { uid?: never; gid?: never } {
  if (process.getuid?.() !== 0) return {}
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const parts = lines.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (parts) return { uid: Number(parts[2]), gid: Number(parts[3]) }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no user postgres or nobody')
}

async function untilReady(url: string, child: ChildProcess) {
  const deadline = Date.now() + readyWithinMs
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function end(child: ChildProcess, how: Ending) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  if (how === 'kill') await killWithChildren(child.pid ?? 0)
  else child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
  await ended
}

/** SIGKILL for every process of a server at once, as a power cut would end them. */
async function killWithChildren(pid: number) {
  // SIGSTOP first, so that it starts no process after they were listed.
  process.kill(pid, 'SIGSTOP')
  const list = spawn('ps', ['-A', '-o', 'pid=,ppid='], { stdio: ['ignore', 'pipe', 'inherit'] })
  let table = ''
  list.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    table += chunk
  })
  await once(list, 'close')
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const children = rows.filter(([, parent]) => parent === pid).map(([child]) => child)
  for (const each of [pid, ...children]) {
    // One that has just ended by itself is no failure.
    if (each) killOne(each)
  }
}

function killOne(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
