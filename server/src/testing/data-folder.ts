import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { openEmbedded } from '#db/db.ts'
import { migrate, readSchema } from '#db/migrate.ts'
import { cacheFolder, dropOldCopies, schemaHash } from './make-db.ts'

/**
 * Puts a migrated cluster into the data folder of a bank that is to be started on it. `initdb` and the
 * migrations take six seconds of processor, a copy of what they made a tenth of one; what is about
 * a first start begins with an empty folder.
 */
export async function layCluster(dataDir: string): Promise<void> {
  const made = path.join(cacheFolder, `test-db-${schemaHash(readSchema())}`)
  if (!fs.existsSync(made)) {
    await makeCluster(made)
    dropOldCopies()
  }
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  fs.cpSync(made, path.join(dataDir, 'db'), { recursive: true })
}

async function makeCluster(place: string): Promise<void> {
  // Several may make it at once: each makes its own, and the first one stays.
  const draft = `${place}.${randomUUID()}`
  const db = await openEmbedded({ dataDir: draft })
  await migrate(db)
  await db.close()
  try {
    fs.renameSync(path.join(draft, 'db'), place)
  } catch (error) {
    if (!fs.existsSync(place)) throw error
  }
  fs.rmSync(draft, { recursive: true, force: true })
}
