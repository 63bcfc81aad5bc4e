import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of a fixed size, which can be filled to its last byte and emptied again. */
export type SmallDisk = {
  name: string
  folder: string
  fill(): void
  empty(): void
  remove(): void
}

/** Mounts a file system in memory, which only root may. */
export function mountDisk(name: string, megabytes: number): SmallDisk {
  if (process.getuid?.() !== 0) throw new Error('Only root may mount a disk: run this as root')
  const folder = mkdtempSync(join(tmpdir(), `passbook-${name}-`))
  const [mount, unmount] = ['/bin/mount', '/bin/umount']
  execFileSync(mount, ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o777)
  const ballast = join(folder, 'ballast')
  return {
    name,
    folder,
    fill() {
      const file = openSync(ballast, 'a')
      for (const size of [1024 * 1024, 4096]) {
        while (wrote(file, size));
      }
      closeSync(file)
    },
    empty: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync(unmount, ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}

/** Whether there was room for so much; what fitted of it stays. */
function wrote(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    return false
  }
}
