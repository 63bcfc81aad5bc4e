import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { createConnection, createServer } from 'node:net'
import path from 'node:path'
import { reaching } from '#kernel/socket-path.ts'

/** Holds a data folder for this process. */
export type FolderLock = { release(): void }

/** `socket`: the name of a Unix socket in the folder that the holder listens on; null where it cannot. */
type Holder = { pid: number; started: string | null; socket: string | null }

/**
 * Takes the folder or refuses at once, naming the holder. The embedded database takes no lock of its
 * own: two processes on one folder would silently lose half of what they acknowledged.
 */
export async function takeLock(folder: string): Promise<FolderLock> {
  const lockFile = path.join(folder, 'lock')
  const draft = path.join(folder, `lock.${randomBytes(6).toString('hex')}`)
  const sign = await giveSign(`${draft}.sock`)
  const { pid } = process
  const own = JSON.stringify({
    ...{ pid, started: startOf(pid) },
    socket: sign ? path.basename(sign.path) : null,
  } satisfies Holder)
  try {
    // Linking a complete file creates the lock with its content in one step.
    fs.writeFileSync(draft, own, { flag: 'wx', mode: 0o600 })
    await link(folder, { lockFile, draft })
  } catch (error) {
    sign?.end()
    throw error
  } finally {
    fs.rmSync(draft, { force: true })
  }
  return {
    release() {
      release(lockFile, own)
      sign?.end()
    },
  }
}

async function link(
  folder: string,
  { lockFile, draft }: { lockFile: string; draft: string },
): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    if (tryLink(draft, lockFile)) return
    const found = readIfThere(lockFile)
    if (found === null) continue
    const holder = parseHolder(found)
    if (holder && (await isAlive(folder, holder))) refuse(folder, holder.pid)
    // Another process may have been faster meanwhile.
    if (readIfThere(lockFile) !== found) continue
    removeStale(folder, lockFile, found)
    if (holder?.socket) fs.rmSync(path.join(folder, holder.socket), { force: true })
  }
  throw new Error(`The data folder ${folder} could not be locked`)
}

/**
 * A Unix socket that listens as long as this process lives, whoever looks: process numbers mean
 * nothing in another container, and little after a power cut. Undefined where there are no such
 * sockets.
 */
async function giveSign(socketPath: string): Promise<{ path: string; end(): void } | undefined> {
  const server = createServer((socket) => socket.destroy()).unref()
  try {
    await reaching(socketPath, async (short) => {
      server.listen(short)
      await once(server, 'listening')
    })
  } catch {
    return undefined
  }
  return {
    path: socketPath,
    end() {
      server.close()
      fs.rmSync(socketPath, { force: true })
    },
  }
}

/**
 * Only who has died refuses a connection; what cannot be asked for another reason may be alive. A
 * socket that is gone says nothing: somebody may have cleaned up.
 */
function listens(socketPath: string): Promise<boolean | undefined> {
  return reaching(
    socketPath,
    (short) =>
      new Promise((resolve) => {
        const socket = createConnection(short)
        socket.once('connect', () => {
          socket.destroy()
          resolve(true)
        })
        socket.once('error', ({ code }: NodeJS.ErrnoException) =>
          resolve(code === 'ENOENT' ? undefined : code !== 'ECONNREFUSED'),
        )
      }),
  )
}

function refuse(folder: string, pid: number): never {
  throw new Error(`The data folder ${folder} is in use by process ${pid}`)
}

function tryLink(from: string, to: string): boolean {
  try {
    fs.linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readIfThere(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Moves the stale file aside and looks at what was moved: another process may have been faster. */
function removeStale(folder: string, lockFile: string, stale: string) {
  const aside = `${lockFile}.${randomBytes(6).toString('hex')}.stale`
  try {
    fs.renameSync(lockFile, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = fs.readFileSync(aside, 'utf8')
  if (moved !== stale) {
    tryLink(aside, lockFile)
    fs.rmSync(aside, { force: true })
    refuse(folder, parseHolder(moved)?.pid ?? 0)
  }
  fs.rmSync(aside, { force: true })
}

function release(lockFile: string, own: string) {
  if (readIfThere(lockFile) === own) fs.rmSync(lockFile, { force: true })
}

/** A file cut short by a power loss names nobody; its writer is gone with the power. */
function parseHolder(text: string): Holder | null {
  try {
    const value = JSON.parse(text) as Partial<Holder>
    const { pid, started = null, socket = null } = value
    return typeof pid === 'number' ? { pid, started, socket } : null
  } catch {
    return null
  }
}

async function isAlive(folder: string, { pid, started, socket }: Holder): Promise<boolean> {
  const says = socket ? await listens(path.join(folder, path.basename(socket))) : undefined
  if (says !== undefined) return says
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const now = startOf(pid)
  return started === null || now === null || now === started
}

/** Boot id and start time tell a process from a later one with the same pid. */
function startOf(pid: number): string | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return null
  }
}
