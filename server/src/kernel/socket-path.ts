import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

// The system allows about 100 bytes for the address of a socket.
const pathMax = 100

/**
 * Hands the address of a Unix socket on, where it is too long by a shorter one through a symbolic link,
 * which is good while `use` runs. The link lies in a folder of its own (mkdtemp): nobody can foresee
 * its name and put another socket in its place.
 */
export async function reaching<Done>(
  path: string,
  use: (short: string) => Promise<Done>,
): Promise<Done> {
  if (Buffer.byteLength(path) <= pathMax) return use(path)
  const folder = mkdtempSync(join(tmpdir(), 'passbook-socket-'))
  try {
    symlinkSync(dirname(path), join(folder, 'd'))
    return await use(join(folder, 'd', basename(path)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
