import type { Config } from '#kernel/config.ts'
import { type Db, openEmbedded, openPostgres } from './db.ts'

/** Opens the database that the settings name. */
export function openDb(config: Config): Promise<Db> {
  const { databaseUrl: url, listenDatabaseUrl: listenUrl, dataDir } = config
  const { poolSize, poolQueue, statementTimeoutMs, lockTimeoutMs } = config
  return url
    ? openPostgres({ url, listenUrl, poolSize, poolQueue, statementTimeoutMs, lockTimeoutMs })
    : openEmbedded({ dataDir })
}
