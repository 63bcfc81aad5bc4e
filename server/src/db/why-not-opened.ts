import pg from 'pg'
import { Failure } from '#kernel/failure.ts'
import { codeOf, isAway } from './away.ts'

type Place = { at: string; user: string; database: string }

/** What the operator reads instead of a customer's sentence: who was asked, why not, what to do. */
export function whyNotOpened(thrown: unknown, setting: string, url: string): Error {
  const cause = reasonOf(thrown)
  const code = codeOf(cause)
  if (code === 'ERR_INVALID_URL') return new Error(unreadableUrl(setting), { cause })
  const file = (cause as { path?: unknown }).path
  // A certificate or key that the URL names is read while the URL is.
  if (typeof file === 'string' && (cause as { syscall?: unknown }).syscall === 'open') {
    const words = `${setting} names the file ${file}, which cannot be read (${code}).`
    return new Error(`${words} Correct sslrootcert, sslcert or sslkey in it.`, { cause })
  }
  const place = placeOf(url)
  const why = place && explain(cause, code, place, setting)
  return why ? new Error(why, { cause }) : cause
}

/** The words for the operator of a database that went away after it was opened; others stay. */
export function wordsForOperator(error: unknown): string {
  const cause = reasonOf(error)
  const said = cause.message || codeOf(cause) || String(cause)
  if (cause === error) return said
  const code = codeOf(cause)
  const named = code && !said.includes(code) ? `${said} (${code})` : said
  return `The database could not be asked: ${named}`
}

/** Behind the refusal that customers get stands what really happened. */
function reasonOf(error: unknown): Error {
  if (error instanceof Failure && error.code === 'unavailable' && error.cause instanceof Error) {
    return error.cause
  }
  return error instanceof Error ? error : new Error(String(error))
}

/** Never the whole URL: it may hold a password. */
function placeOf(url: string): Place | undefined {
  try {
    const { host, port, user, database } = new pg.Client({ connectionString: url })
    const at = host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : addressOf(host, port)
    return { at, user: user ?? '', database: database ?? '' }
  } catch {
    return undefined
  }
}

const addressOf = (host: string, port: number) =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

const unreadableUrl = (setting: string) =>
  `${setting} must be an address such as postgres://bank:password@db.example/bank. Signs like @ : / % in a password are written %40 %3A %2F %25.`

const pooler =
  'Behind a PgBouncer the user must stand in its auth_file (docs/operating.md#pgbouncer).'

function explain(
  cause: Error,
  code: string | undefined,
  place: Place,
  setting: string,
): string | undefined {
  const { at, user, database } = place
  const said = cause.message
  if (/client password must be a/.test(said)) {
    return `The database at ${at} wants a password for the user "${user}", and ${setting} has none. Write it as postgres://${user}:password@…, or set PGPASSWORD.`
  }
  if (
    code === '28P01' ||
    /^(SASL|password) authentication failed|auth failed|no such user/i.test(said)
  ) {
    return `The database at ${at} refuses the user "${user}" with this password: ${said}. Correct them in ${setting}. ${pooler}`
  }
  if (code === '28000') {
    return `The database at ${at} does not let the user "${user}" in: ${said}. Make the user (createuser), or let it in by pg_hba.conf.`
  }
  if (code === '3D000' || /^no such database/.test(said)) {
    return `At ${at} there is no database "${database}": ${said}. Make it (createdb -O ${user} ${database}), or correct ${setting}.`
  }
  return untrusted(said, code, at, setting) ?? unreachable(cause, code, at, setting)
}

const certificateCodes = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_)/

function untrusted(
  said: string,
  code: string | undefined,
  at: string,
  setting: string,
): string | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate of the database at ${at} is for another name: ${said} Use that name in ${setting}, or give the server a certificate for this one.`
  }
  if (certificateCodes.test(code ?? '')) {
    // Node adds advice about its own options after a semicolon.
    return `The certificate of the database at ${at} is not trusted: ${said.split(';', 1)[0]} (${code}). Name the file of its CA in ${setting}: ?sslmode=verify-full&sslrootcert=/etc/passbook/db-ca.pem`
  }
  if (said === 'The server does not support SSL connections') {
    return `The database at ${at} speaks no TLS, which ${setting} asks for. Set ssl = on there, or leave sslmode out.`
  }
  return undefined
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'no machine has this name',
  EAI_AGAIN: 'no name server could be asked',
  EHOSTUNREACH: 'no way leads to this machine',
  ENETUNREACH: 'no way leads to this network',
  ETIMEDOUT: 'no answer came',
  ECONNRESET: 'the connection was cut',
  ENOENT: 'there is no such socket',
  EACCES: 'this user may not open the socket',
  '57P03': 'it is just starting or stopping',
  '53300': 'all its connections are taken; raise max_connections, or lower POOL_SIZE or WORKERS',
}

function unreachable(
  cause: Error,
  code: string | undefined,
  at: string,
  setting: string,
): string | undefined {
  const reason = reasons[code ?? '']
  if (!reason && !isAway(cause)) return undefined
  const why = [reason ?? cause.message, code && `(${code})`].filter(Boolean).join(' ')
  return `The database at ${at} cannot be reached: ${why}. See that it runs and that ${setting} names it.`
}
