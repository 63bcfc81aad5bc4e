import fs from 'node:fs'
import path from 'node:path'

/** Holds a data folder for this process. */
export type FolderLock = { release(): void }

type Holder = { pid: number; started: string | null }

/**
 * Takes the folder or refuses at once, naming the holder. The embedded database takes no lock of its
 * own: two processes on one folder would silently lose half of what they acknowledged.
 */
export function takeLock(folder: string): FolderLock {
  const lockFile = path.join(folder, 'lock')
  const own = JSON.stringify({ pid: process.pid, started: startOf(process.pid) } satisfies Holder)
  // Linking a complete file creates the lock with its content in one step.
  const draft = path.join(folder, `lock.${process.pid}.${process.hrtime.bigint()}`)
  fs.writeFileSync(draft, own, { flag: 'wx', mode: 0o600 })
  try {
    for (let tries = 0; tries < 10; tries += 1) {
      if (tryLink(draft, lockFile)) return { release: () => release(lockFile, own) }
      const found = readIfThere(lockFile)
      if (found === null) continue
      const holder = parseHolder(found)
      if (holder && isAlive(holder)) refuse(folder, holder.pid)
      removeStale(folder, lockFile, found)
    }
  } finally {
    fs.rmSync(draft, { force: true })
  }
  throw new Error(`The data folder ${folder} could not be locked`)
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
  const aside = `${lockFile}.${process.pid}.stale`
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
    return typeof value.pid === 'number' ? { pid: value.pid, started: value.started ?? null } : null
  } catch {
    return null
  }
}

function isAlive({ pid, started }: Holder): boolean {
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
