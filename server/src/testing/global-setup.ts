import { statfsSync } from 'node:fs'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

const memory = '/dev/shm'
const neededBytes = 3 * 1024 ** 3
let server: PostgresServer | null = null

/** With `TEST_DATABASE=postgres` one server serves all test files of the run. */
export async function setup() {
  if (process.env.TEST_DATABASE !== 'postgres' || process.env.TEST_DATABASE_URL) return
  const settings = { max_connections: '200', max_wal_size: '256MB' }
  server = await startPostgres({ settings, ...(hasRoom() && { within: memory }) })
  if (!server) throw new Error('TEST_DATABASE=postgres, but no PostgreSQL is installed')
  process.env.TEST_DATABASE_URL = server.url
}

export async function teardown() {
  await server?.stop()
}

/**
 * Every test file makes a database and drops it, a thousand files each. A file system on a disk keeps
 * what was just deleted from being used again and looks for what is free: a seventh of the processor.
 */
function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > neededBytes
  } catch {
    return false
  }
}
