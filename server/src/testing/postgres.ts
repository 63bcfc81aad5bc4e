import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'

/** A PostgreSQL server in a temporary folder. */
export type PostgresServer = { url: string; stop(): Promise<void> }

const readyWithinMs = 30_000

/**
 * Starts a server for tests and benches, or answers null where no PostgreSQL is installed.
 * It does not sync unless `durable` is asked for; `settings` are further server settings.
 */
export async function startPostgres(
  options: { durable?: boolean; settings?: Record<string, string> } = {},
): Promise<PostgresServer | null> {
  const bin = findPostgres()
  if (!bin) return null
  const user = serverUser()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'passbook-pg-'))
  if (user.uid !== undefined) fs.chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const made = spawnSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error}`)
  const port = await freePort()
  const args = [
    ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''],
    ...['-c', `fsync=${options.durable ? 'on' : 'off'}`],
    ...Object.entries(options.settings ?? {}).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]),
  ]
  const log = fs.openSync(path.join(folder, 'log'), 'w')
  const child = spawn(path.join(bin, 'postgres'), args, {
    ...user,
    cwd: folder,
    stdio: ['ignore', log, log],
  })
  fs.closeSync(log)
  const killAtExit = () => child.kill('SIGQUIT')
  process.on('exit', killAtExit)
  async function stop() {
    process.off('exit', killAtExit)
    await stopChild(child)
    fs.rmSync(folder, { recursive: true, force: true })
  }
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  try {
    await untilReady(url, child)
  } catch (error) {
    const text = fs.readFileSync(path.join(folder, 'log'), 'utf8')
    await stop()
    throw new Error(`PostgreSQL did not start: ${text}`, { cause: error })
  }
  return { url, stop }
}

/** The folder of an installed PostgreSQL server's programs, or null. */
export function findPostgres(): string | null {
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

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
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

async function stopChild(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  await ended
}
