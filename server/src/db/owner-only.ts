import fs from 'node:fs'
import path from 'node:path'

/**
 * Takes a folder away from everybody but its owner: who reads the database's files reads every hash
 * and link, who writes them writes money. At every start, since the folder may have been made by
 * somebody else (a volume, mkdir), and since the embedded database writes its files for everybody. The
 * folder itself is what keeps others out of files that are made later.
 */
export function keepForOwner(folder: string, { withAllInIt = false } = {}): void {
  // Windows has no such modes; there a folder belongs to its user by where it lies.
  if (process.platform === 'win32') return
  try {
    close(folder, 0o700)
    if (!withAllInIt) return
    for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const place = path.join(entry.parentPath, entry.name)
      if (entry.isDirectory()) close(place, 0o700)
      else if (entry.isFile()) close(place, 0o600)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `The data folder ${folder} cannot be kept from other users of this machine (${code}). Let it belong to the user that the bank runs as (chown -R), or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}

function close(place: string, mode: number): void {
  if ((fs.statSync(place).mode & 0o077) !== 0) fs.chmodSync(place, mode)
}
