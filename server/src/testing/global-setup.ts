import { statfsSync } from 'node:fs'
import { type PostgresServer, startPostgres, testSettings } from './postgres-server.ts'

const memory = '/dev/shm'
const neededBytes = 4 * 1024 ** 3
let server: PostgresServer | null = null

/** With `TEST_DATABASE=postgres` one server serves all test files of the run. */
export async function setup() {
  // Where everything that tests make and remove stands, and what the programs do that they start.
  if (!process.env.TMPDIR && hasRoom()) process.env.TMPDIR = memory
  if (process.env.TEST_DATABASE !== 'postgres' || process.env.TEST_DATABASE_URL) return
  const settings = { ...testSettings, max_connections: '200', max_wal_size: '256MB' }
  server = await startPostgres({ settings })
  if (!server) throw new Error('TEST_DATABASE=postgres, but no PostgreSQL is installed')
  process.env.TEST_DATABASE_URL = server.url
}

export async function teardown() {
  await server?.stop()
}

/**
 * Tests make databases and data folders by the hundred and remove them. A file system on a disk keeps what
 * was just deleted from being used again, looks for what is free, and waits for syncs: a seventh of the time.
 * Nothing here needs a disk: whoever dies in a test is a process, and power cuts are simulated.
 */
function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > neededBytes
  } catch {
    return false
  }
}
