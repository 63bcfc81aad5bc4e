import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { layCluster } from '../../server/src/testing/data-folder.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { type PostgresServer, startPostgres } from '../../server/src/testing/postgres-server.ts'

const root = resolve(import.meta.dirname, '../..')

/** A running bank, and what its operator can do. */
export type RunningBank = {
  url: string
  child: ChildProcess
  env: Record<string, string>
  operate(...words: string[]): Promise<string>
  stop(): Promise<void>
}

/** The surroundings of a bank of its own: a folder with its cluster, or a PostgreSQL made for it. */
export type Home = {
  env: Record<string, string>
  postgres?: PostgresServer
  remove(): Promise<void>
}

export async function makeHome(database: string): Promise<Home> {
  const folder = mkdtempSync(join(tmpdir(), 'passbook-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const shared = {
    ...{ DATA_DIR: folder, DEMO: '0', MAILBOX: '1', LOG_LEVEL: 'error' },
    // All their customers come from one address.
    ...{ SIGNUPS_PER_HOUR: '1000000', NETWORK_REQUESTS: '10000', SESSION_REQUESTS: '10000' },
  }
  if (database !== 'postgres') {
    await layCluster(folder)
    return { env: shared, remove: async () => remove() }
  }
  const server = await startPostgres({ durable: true })
  if (!server) throw new Error('No PostgreSQL is installed on this machine')
  const env = { ...shared, ...onPostgres(server.url) }
  return {
    env,
    postgres: server,
    remove: async () => {
      await server.stop()
      remove()
    },
  }
}

/** What a bank needs to know of a PostgreSQL. */
export const onPostgres = (url: string) => ({
  DATABASE_URL: url,
  SECRET_KEY: 'a key for experiments only, long enough',
  MAILBOX: '1',
})

/** Where the program lies: another folder than this for another version of it. */
type Program = { root: string }

/** Starts the real server as a process and waits until it answers. */
export async function startBank(
  home: Record<string, string>,
  program: Program = { root },
): Promise<RunningBank> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...process.env, ...home, PORT: String(port), PUBLIC_URL: url } as Record<
    string,
    string
  >
  const child = spawn(process.execPath, [...process.execArgv, 'server/src/main.ts'], {
    cwd: program.root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // An experiment that fails leaves no bank behind.
  const killAtExit = () => child.kill('SIGKILL')
  process.on('exit', killAtExit)
  child.once('exit', () => process.off('exit', killAtExit))
  await answering(url, child)
  return {
    url,
    child,
    env,
    operate: (...words) => operate(env, words, program),
    stop: () => stopped(child, 'SIGTERM'),
  }
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 2400; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the bank ended with ${child.exitCode}`)
    const reply = await fetch(`${url}/api/init-user`).catch(() => undefined)
    if (reply) return
    await new Promise((done) => setTimeout(done, 25))
  }
  throw new Error('the bank did not answer within a minute')
}

/** Ends a process and waits for it. */
export function stopped(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => {
    child.once('exit', () => done())
    child.kill(signal)
  })
}

function operate(env: Record<string, string>, words: string[], program: Program): Promise<string> {
  return new Promise((done, failed) => {
    const child = spawn(
      process.execPath,
      [...process.execArgv, 'server/src/cli/main.ts', ...words],
      {
        cwd: program.root,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.once('exit', (code) =>
      code === 0 ? done(output.trim()) : failed(new Error(output.trim())),
    )
  })
}
