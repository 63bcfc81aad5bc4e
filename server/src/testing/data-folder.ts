import fs from 'node:fs'
import path from 'node:path'
import { keepCluster, keptCluster } from '#db/kept-cluster.ts'
import { dropOldCopies } from './make-db.ts'

/**
 * Puts a migrated cluster into the data folder of a bank that is to be started on it; what is about a
 * first start begins with an empty folder.
 */
export async function layCluster(dataDir: string): Promise<void> {
  const kept = keptCluster()
  if (!fs.existsSync(kept)) {
    await keepCluster(kept)
    dropOldCopies()
  }
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  fs.cpSync(kept, path.join(dataDir, 'db'), { recursive: true })
}
