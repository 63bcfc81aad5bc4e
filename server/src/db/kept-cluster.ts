import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEmbedded } from './db.ts'
import { migrate, readSchema, type Schema } from './migrate.ts'

const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** What is made once for an installation and may be deleted at any time. */
export const cacheFolder = path.join(packages, '.cache/passbook')

/** Of the embedded database: files are of use to the version that made them. */
export function driverVersion(): string {
  const manifest = path.join(packages, '@electric-sql/pglite/package.json')
  return (JSON.parse(fs.readFileSync(manifest, 'utf8')) as { version: string }).version
}

/** Names a schema on the embedded database of this version. */
export function schemaHash({ migrations, functions }: Schema): string {
  const hash = createHash('sha256').update(driverVersion())
  for (const { name, sha256 } of [...migrations, ...functions]) hash.update(name).update(sha256)
  return hash.digest('hex').slice(0, 16)
}

/** Where the cluster of a bank without customers is kept, for exactly this schema. */
export const keptCluster = () => path.join(cacheFolder, `cluster-${schemaHash(readSchema())}`)

/**
 * Makes that cluster, which a new data folder is a copy of. `initdb` and the migrations take some
 * seconds of processor, a copy of what they made a tenth of one.
 */
export async function keepCluster(kept = keptCluster()): Promise<void> {
  if (fs.existsSync(kept)) return
  // Several may make it at once: each makes its own, and the first one stays.
  const draft = `${kept}.${randomUUID()}`
  try {
    const db = await openEmbedded({ dataDir: draft })
    await migrate(db)
    await db.close()
    fs.renameSync(path.join(draft, 'db'), kept)
  } catch (error) {
    if (!fs.existsSync(kept)) throw error
  } finally {
    fs.rmSync(draft, { recursive: true, force: true })
  }
}
