import { randomUUID } from 'node:crypto'
import { makeHome } from '../../experiments/lib/bank-server.ts'
import { openPostgres } from '../../server/src/db/db.ts'

export type Home = { env: Record<string, string>; remove(): Promise<void> }

/**
 * The surroundings of a bank on PostgreSQL: a durable server of its own, or a database of its own
 * on the server that `BENCH_DATABASE_URL` names.
 */
export async function postgresHome(): Promise<Home> {
  const given = process.env.BENCH_DATABASE_URL
  return given ? homeOn(given) : makeHome('postgres')
}

/** The surroundings of a bank with a new database of its own on this server. */
export async function homeOn(server: string): Promise<Home> {
  const name = `passbook_bench_${randomUUID().slice(0, 8)}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const home = await makeHome('embedded')
  const env = {
    ...home.env,
    DATABASE_URL: url.href,
    SECRET_KEY: 'a key for benches only, long enough',
    MAILBOX: '1',
  }
  return {
    env,
    remove: async () => {
      await onServer(server, `drop database ${name} with (force)`)
      await home.remove()
    },
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const db = await openPostgres({ url, poolSize: 1 })
  try {
    // Making or removing a database may take longer than a statement usually may.
    await db.script('set statement_timeout = 0')
    await db.script(statement)
  } finally {
    await db.close()
  }
}
