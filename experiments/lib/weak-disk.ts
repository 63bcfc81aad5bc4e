import fs from 'node:fs'

const blockBytes = 4096

type File = {
  /** A handle of our own: it outlives a rename and keeps the file's number from being used again. */
  handle: number
  /** What stood in each block since the last sync, the synced version first. */
  versions: Map<number, Buffer[]>
}

/** A disk whose power can be cut. */
export type WeakDisk = { cutAfter(steps: number): void }

/**
 * Makes this process's disk lose what was not synced. Every write, sync and truncation is a step; at
 * the last one that `cutAfter` allows the power goes: each block written since its file's last sync takes a
 * random one of the versions it had since, and the process dies there and then. Names and lengths of
 * files count as durable. With `ignoreSyncs` a sync does nothing, as in a database without one.
 */
export function weakenDisk({
  under,
  random,
  ignoreSyncs,
}: {
  under: string
  random: () => number
  ignoreSyncs: boolean
}): WeakDisk {
  const real = { ...fs }
  const files = new Map<number, File>()
  const paths = new Map<number, string>()
  let left = Number.POSITIVE_INFINITY
  const step = () => {
    left -= 1
    if (left <= 0) cut(real, files, random)
  }
  const numberOf = (handle: number) => real.fstatSync(handle).ino
  const forget = (number: number) => {
    const file = files.get(number)
    if (file) real.closeSync(file.handle)
    files.delete(number)
  }
  fs.openSync = (path, ...rest) => {
    const handle = real.openSync(path, ...rest)
    if (String(path).startsWith(under)) paths.set(handle, String(path))
    return handle
  }
  fs.closeSync = (handle) => {
    paths.delete(handle)
    real.closeSync(handle)
  }
  const writeSync = (handle: number, bytes: Uint8Array, offset = 0, length = 0, at = 0) => {
    const path = paths.get(handle)
    if (path === undefined) return real.writeSync(handle, bytes, offset, length, at)
    step()
    const number = numberOf(handle)
    const file = files.get(number) ?? { handle: real.openSync(path, 'r+'), versions: new Map() }
    files.set(number, file)
    keep(real, file, at, length)
    return real.writeSync(handle, bytes, offset, length, at)
  }
  fs.writeSync = writeSync as typeof fs.writeSync
  fs.fsyncSync = (handle) => {
    if (paths.has(handle)) step()
    real.fsyncSync(handle)
    if (!ignoreSyncs) forget(numberOf(handle))
  }
  const fsync = (handle: number, done: fs.NoParamCallback) => {
    fs.fsyncSync(handle)
    setImmediate(done, null)
  }
  fs.fsync = fsync as typeof fs.fsync
  fs.truncateSync = (path, length) => {
    step()
    real.truncateSync(path, length)
    dropFrom(files.get(real.statSync(path).ino), length ?? 0)
  }
  return {
    cutAfter(steps) {
      left = steps
    },
  }
}

/** Remembers what stands in the blocks that a write is about to change. */
function keep(real: typeof fs, { handle, versions }: File, at: number, length: number): void {
  const last = Math.floor((at + length - 1) / blockBytes)
  for (let block = Math.floor(at / blockBytes); block <= last; block += 1) {
    const before = Buffer.alloc(blockBytes)
    real.readSync(handle, before, 0, blockBytes, block * blockBytes)
    const known = versions.get(block) ?? []
    versions.set(block, [...known, before])
  }
}

function dropFrom(file: File | undefined, length: number): void {
  for (const block of file?.versions.keys() ?? []) {
    if (block * blockBytes >= length) file?.versions.delete(block)
  }
}

function cut(real: typeof fs, files: Map<number, File>, random: () => number): never {
  for (const { handle, versions } of files.values()) {
    const { size } = real.fstatSync(handle)
    for (const [block, earlier] of versions) {
      // One more than there are earlier versions: the newest may have made it to the disk.
      const chosen = earlier[Math.floor(random() * (earlier.length + 1))]
      const at = block * blockBytes
      const length = Math.min(blockBytes, size - at)
      if (chosen && length > 0) real.writeSync(handle, chosen, 0, length, at)
    }
  }
  process.kill(process.pid, 'SIGKILL')
  // The signal is on its way; nothing may be written meanwhile.
  for (;;);
}
