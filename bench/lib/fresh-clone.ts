import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { call, succeed } from '../../experiments/lib/bank-client.ts'
import { freePort } from '../../server/src/testing/free-port.ts'

const root = resolve(import.meta.dirname, '../..')
const askEveryMs = 20
const withinMs = 120_000

/** A copy of the sources as after a clone and `npm ci`: nothing built, nothing cached, no data. */
export type Clone = { folder: string; remove(): void }

export function makeClone(): Clone {
  const folder = mkdtempSync(join(tmpdir(), 'passbook-clone-'))
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files.filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  linkPackages('node_modules', folder)
  // As `npm ci` ends.
  execFileSync(process.execPath, ['tools/prepare.js'], { cwd: folder })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Packages are linked, which spares minutes; the workspaces are the clone's own. */
function linkPackages(place: string, folder: string): void {
  mkdirSync(join(folder, place))
  for (const entry of readdirSync(join(root, place), { withFileTypes: true })) {
    const inner = join(place, entry.name)
    if (entry.isSymbolicLink()) {
      symlinkSync(readlinkSync(join(root, inner)), join(folder, inner))
    } else if (entry.name.startsWith('@')) linkPackages(inner, folder)
    // What earlier starts compiled is not there after a clone.
    else if (!['.cache', '.vite', '.vite-temp'].includes(entry.name)) {
      symlinkSync(join(root, inner), join(folder, inner))
    }
  }
}

/** Milliseconds that building the client takes by itself. */
export async function timeViteBuild({ folder }: Clone): Promise<number> {
  const start = performance.now()
  const words = ['../node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error']
  const child = spawn(process.execPath, words, {
    cwd: join(folder, 'web'),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((done) => child.once('exit', done))
  if (code !== 0) throw new Error(`the build ended with ${code}`)
  const took = performance.now() - start
  rmSync(join(folder, 'web/dist'), { recursive: true })
  return took
}

/** Milliseconds from `npm start` to a login page with which a demo customer gets in. */
export async function timeFirstStart({ folder }: Clone): Promise<number> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), PUBLIC_URL: url, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
    // A group of its own, so that all that npm starts can be ended.
    detached: true,
  })
  try {
    await untilUsable(url, child)
    return performance.now() - start
  } finally {
    await endGroup(child)
  }
}

async function untilUsable(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + withinMs
  while (performance.now() < end && child.exitCode === null) {
    const page = await fetch(`${url}/login`).then(
      (reply) => reply.text(),
      () => '',
    )
    const script = /<script[^>]+src="([^"]+)"/.exec(page)?.[1]
    if (script) {
      const loaded = await fetch(url + script)
      if (!loaded.ok) throw new Error(`the login page asks for ${script}: ${loaded.status}`)
      const fields = { username: 'demo', password: 'demo1234' }
      succeed(await call(url, 'login', { fields }))
      return
    }
    await new Promise((done) => setTimeout(done, askEveryMs))
  }
  throw new Error(`no login page: npm start ended with ${child.exitCode}`)
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const ended = new Promise((done) => child.once('exit', done))
  process.kill(-child.pid, 'SIGTERM')
  await ended
  // npm ends before what it started does.
  for (;;) {
    try {
      process.kill(-child.pid, 0)
    } catch {
      return
    }
    await new Promise((done) => setTimeout(done, askEveryMs))
  }
}
