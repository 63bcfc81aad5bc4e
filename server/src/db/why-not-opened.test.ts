import { chmodSync, chownSync, copyFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres, type PostgresServer, startPostgres } from '#testing/postgres-server.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'

const secret = 'p@ss:w0rd'
const certificates = join(import.meta.dirname, '../testing/certificates')

async function refusalOf(options: PostgresOptions): Promise<string> {
  const opened = await openPostgres(options).catch((error: Error) => error)
  if (!(opened instanceof Error)) {
    await opened.close()
    throw new Error('it was opened')
  }
  expect(opened.message).not.toContain(secret)
  expect(opened.message).not.toContain(encodeURIComponent(secret))
  expect(opened.message).not.toContain('busy')
  return opened.message
}

const withWord = (rest: string) => `postgres://bank:${encodeURIComponent(secret)}@${rest}`

describe('a database that cannot be reached is named with the reason', () => {
  test('and the setting that names it', async () => {
    const url = withWord('127.0.0.1:1/bank')
    const said = await refusalOf({ url, setting: 'AUDIT_DATABASE_URL' })
    expect(said).toMatch(/and that AUDIT_DATABASE_URL names it\.$/)
  })

  test('nothing listens', async () => {
    expect(await refusalOf({ url: withWord('127.0.0.1:1/bank') })).toBe(
      'The database at 127.0.0.1:1 cannot be reached: nothing listens there (ECONNREFUSED). See that it runs and that DATABASE_URL names it.',
    )
    // By this name there may be two addresses, and then the error has no words of its own.
    expect(await refusalOf({ url: withWord('localhost:1/bank') })).toContain(
      'at localhost:1 cannot be reached: nothing listens there (ECONNREFUSED)',
    )
    expect(await refusalOf({ url: withWord('[::1]:1/bank') })).toContain('at [::1]:1 cannot be')
  })

  test('no machine has the name, or no socket is there', async () => {
    const said = await refusalOf({ url: withWord('db.passbook.invalid/bank') })
    expect(said).toMatch(
      /^The database at db\.passbook\.invalid:5432 cannot be reached: (no machine has this name \(ENOTFOUND\)|no name server could be asked \(EAI_AGAIN\))\./,
    )
    expect(await refusalOf({ url: 'postgres://bank@/bank?host=/nowhere' })).toContain(
      'at /nowhere/.s.PGSQL.5432 cannot be reached: there is no such socket (ENOENT)',
    )
  })

  test('the address cannot be read, or a file that it names', async () => {
    expect(await refusalOf({ url: `postgres://bank:${secret}/%@[x/bank` })).toMatch(
      /^DATABASE_URL must be an address such as postgres:\/\/bank:password@db\.example\/bank\. Signs/,
    )
    const url = withWord('127.0.0.1:1/bank?sslmode=verify-full&sslrootcert=/nowhere/ca.pem')
    expect(await refusalOf({ url })).toBe(
      'DATABASE_URL names the file /nowhere/ca.pem, which cannot be read (ENOENT). Correct sslrootcert, sslcert or sslkey in it.',
    )
  })
})

describe('what a pooler or a server says when it lets nobody in', () => {
  let server: Server
  let answer: { code: string; message: string }
  let url: string
  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.once('data', () => socket.end(errorResponse(answer)))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    url = withWord(`127.0.0.1:${typeof address === 'object' ? address?.port : 0}/bank`)
  })
  afterAll(() => server.close())

  test.each([
    ['08P01', 'password authentication failed', 'refuses the user "bank" with this password'],
    ['08P01', 'SASL authentication failed', 'auth_file (docs/operating.md#pgbouncer)'],
    ['08P01', 'no such user: bank', 'Correct them in DATABASE_URL.'],
    ['08P01', 'no such database: bank', 'there is no database "bank"'],
    ['08P01', 'server conn crashed?', 'cannot be reached: server conn crashed? (08P01)'],
    ['57P03', 'the database system is starting up', 'it is just starting or stopping (57P03)'],
    ['53300', 'too many clients already', 'raise max_connections'],
    ['28000', 'no pg_hba.conf entry for host', 'let it in by pg_hba.conf'],
  ])('%s %s', async (code, message, words) => {
    answer = { code, message }
    const said = await refusalOf({ url })
    expect(said).toContain(words)
    expect(said).toContain(new URL(url).host)
  })
})

/** PostgreSQL's ErrorResponse. */
function errorResponse({ code, message }: { code: string; message: string }): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

describe.skipIf(!findPostgres())('a PostgreSQL with passwords and TLS', () => {
  let server: PostgresServer
  let at: string
  beforeAll(async () => {
    server = (await startPostgres()) as PostgresServer
    const admin = await openPostgres({ url: server.url, poolSize: 1 })
    await admin.script(`create role bank login password '${secret}'`)
    await admin.script('create database bank owner bank')
    await admin.close()
    const words = 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n'
    writeFileSync(join(server.data, 'pg_hba.conf'), words)
    await server.halt('fast')
    await server.start()
    at = new URL(server.url).host
  })
  afterAll(() => server?.stop())

  test('opens for the right password', async () => {
    const db = await openPostgres({ url: withWord(`${at}/bank`), poolSize: 1 })
    expect(await db.sql`select current_user::text as who`).toEqual([{ who: 'bank' }])
    await db.close()
  })

  test('a missing and a wrong password', async () => {
    expect(await refusalOf({ url: `postgres://bank@${at}/bank` })).toBe(
      `The database at ${at} wants a password for the user "bank", and DATABASE_URL has none. Write it as postgres://bank:password@…, or set PGPASSWORD.`,
    )
    const wrong = await refusalOf({ url: `postgres://bank:wrong@${at}/bank` })
    expect(wrong).toContain(
      `The database at ${at} refuses the user "bank" with this password: password authentication failed for user "bank". Correct them in DATABASE_URL.`,
    )
    expect(wrong).not.toContain('wrong')
  })

  test('a database that is not there', async () => {
    expect(await refusalOf({ url: withWord(`${at}/savings`) })).toBe(
      `At ${at} there is no database "savings": database "savings" does not exist. Make it (createdb -O bank savings), or correct DATABASE_URL.`,
    )
  })

  test('the connection for news is tried out as well', async () => {
    const listenUrl = withWord(`${at}/elsewhere`)
    const said = await refusalOf({ url: withWord(`${at}/bank`), listenUrl })
    expect(said).toContain('there is no database "elsewhere"')
    expect(said).toContain('or correct LISTEN_DATABASE_URL.')
  })

  // asvs 12.3.2
  test('no TLS where it is asked for, then a certificate that nobody vouches for', async () => {
    const url = withWord(`${at}/bank?sslmode=verify-full`)
    expect(await refusalOf({ url })).toBe(
      `The database at ${at} speaks no TLS, which DATABASE_URL asks for. Set ssl = on there, or leave sslmode out.`,
    )
    await putCertificate('self-signed')
    expect(await refusalOf({ url })).toBe(
      `The certificate of the database at ${at} is not trusted: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT). Name the file of its CA in DATABASE_URL: ?sslmode=verify-full&sslrootcert=/etc/passbook/db-ca.pem`,
    )
    await putCertificate('signed')
    const trusting = await openPostgres({ url: `${url}&sslrootcert=${certificates}/ca.pem` })
    expect(await trusting.sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`).toEqual([
      { ssl: true },
    ])
    await trusting.close()
  })

  async function putCertificate(name: string): Promise<void> {
    const { uid, gid } = statSync(server.data)
    for (const [from, to] of [
      [`${name}.pem`, 'server.crt'],
      [`${name}.key`, 'server.key'],
    ] as const) {
      const file = join(server.data, to)
      copyFileSync(join(certificates, from), file)
      chmodSync(file, 0o600)
      chownSync(file, uid, gid)
    }
    writeFileSync(join(server.data, 'postgresql.auto.conf'), 'ssl = on\n')
    await server.halt('fast')
    await server.start()
  }
})
