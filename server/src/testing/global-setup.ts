import { type PostgresServer, startPostgres } from './postgres-server.ts'

let server: PostgresServer | null = null

/** With `TEST_DATABASE=postgres` one server serves all test files of the run. */
export async function setup() {
  if (process.env.TEST_DATABASE !== 'postgres' || process.env.TEST_DATABASE_URL) return
  server = await startPostgres({ settings: { max_connections: '200' } })
  if (!server) throw new Error('TEST_DATABASE=postgres, but no PostgreSQL is installed')
  process.env.TEST_DATABASE_URL = server.url
}

export async function teardown() {
  await server?.stop()
}
