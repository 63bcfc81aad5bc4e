import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { limits, parseMoney } from '@passbook/contract'
import { isLoopbackHost, readProxies } from './addresses.ts'
import { givenSecret, oldSecrets, ownSecret } from './secret-key.ts'

/** Everything that can be set from outside; the environment is read here and nowhere else. */
export type Config = {
  host: string
  port: number
  /** Links in mails start with this, never with what a request claims as its host. */
  publicUrl: string
  systemName: string
  /** The bank's postal address on statements and receipts; empty for none. */
  bankAddress: string
  /** The country and code of the bank in IBANs; empty for a bank that has none. */
  bankCountry: string
  bankCode: string
  dataDir: string
  databaseUrl: string | undefined
  /** A direct connection for LISTEN, past a pooler that cannot hold one. */
  listenDatabaseUrl: string | undefined
  /** A standby that the audit reads, so that it holds up nothing on the primary. */
  auditDatabaseUrl: string | undefined
  /** A standby that statements, receipts and exports are read from. */
  readDatabaseUrl: string | undefined
  /** Server processes on the one port. */
  workers: number
  /** Connections of each process. */
  poolSize: number
  poolQueue: number
  statementTimeoutMs: number
  lockTimeoutMs: number
  metrics: { host: string; port: number } | undefined
  /** Draining: how long a process that was told to stop still accepts requests. */
  drainSeconds: number
  secretKey: string
  /** What was made under these still works; newest first. */
  oldSecretKeys: readonly string[]
  demo: boolean
  mailbox: boolean
  /** `ca` is the certificate of one's own CA, in PEM. */
  smtp: { url: string; from: string; ca?: string; requireTls?: true } | undefined
  supportAddress: string
  bankZone: string
  sessionIdleMinutes: number
  sessionHours: number
  allowCrypto: boolean
  /** Where Bitcoin deposits go; without one there are none. */
  bitcoinWallet: string | undefined
  /** What a bitcoin costs. */
  bitcoinUsdMinor: bigint | undefined
  /** How long the built-in rail takes to settle what leaves the bank. */
  railSeconds: number
  /** How long transfers to new payees can be called back, for customers who have not chosen. */
  undoSeconds: number
  /** How long money is held for a card payment that no merchant collects. */
  cardHoldDays: number
  /** The shortest password that a customer may choose. */
  passwordMin: number
  /** The shortest last name that a new customer may have. */
  lastNameMin: number
  /** Whether bills and loans are approved, where they must be; off is the bare wire. */
  billApproval: boolean
  /** Up to what, within a day, bills of the bank's own billers need no approval. */
  billFreeUsdMinor: bigint
  /** When a standing order is tried again that lacked money: the hours of a day, in its zone. */
  orderTryHours: readonly number[]
  /** On how many bank days after the first. */
  orderTryDays: number
  dailyLimitUsdMinor: bigint
  /** What may be exchanged between own accounts on a day. */
  exchangeLimitUsdMinor: bigint
  /** What payees not paid before get on a day, for a day after a change that a thief would make. */
  coolingLimitUsdMinor: bigint
  /** How many requests may share one call of the database; 1 keeps each by itself. */
  batchMax: number
  coverMs: number
  /** Addresses and networks that are believed about where a request came from. */
  trustedProxies: readonly string[]
  /** How many customers may sign up from one address. */
  signupsPerHour: number
  /** How many requests of one session, and of one network, are under way at once; 0 for any number. */
  requestsAtOnce: { session: number; network: number }
  /** For how many days things are kept that nobody needs for ever. */
  keepDays: KeepDays
  logLevel: string
  webDir: string
  /** Not to be set from outside; tests that are not about it take a cheap one. */
  hashCost: HashCost
}

/** What argon2id costs: its memory is in KiB. */
export type HashCost = { memory: number; passes: number; parallelism: number; tagLength: number }

/** What the hash of a password costs now; it can be raised, since each hash says what it was made with. */
export const hashCost: HashCost = { memory: 47_104, passes: 1, parallelism: 1, tagLength: 32 }

type KeepDays = {
  /** Answers to idempotency keys; later an order that comes again is refused. */
  keys: number
  notices: number
  sentMails: number
  failedMails: number
  /** What is known of a transfer beside its statement line, once it is done. */
  transfers: number
  /** Files of documents; later they are drawn again where somebody asks. */
  documents: number
}

type Env = Record<string, string | undefined>

/** The folder of the embedded database, and of the key where none is given. */
export const dataDirOf = (env: Env) => resolve(env.DATA_DIR || 'data')

/** Reads the settings; throws with a sentence for the operator where they cannot work together. */
export function readConfig(env: Env): Config {
  const databaseUrl = env.DATABASE_URL || undefined
  const dataDir = dataDirOf(env)
  const port = whole(env, 'PORT', 3000, 0, 65_535)
  const publicUrl = webAddress(env.PUBLIC_URL || `http://localhost:${port}`)
  const systemName = env.SYSTEM_NAME || 'Passbook'
  const smtp = readSmtp(env, systemName)
  const demo = flag(env, 'DEMO', !databaseUrl)
  const trustedProxies = readProxies(env.TRUST_PROXY ?? '')
  const asked = flag(env, 'MAILBOX', false)
  const mailbox = !smtp && keepsMail({ demo, asked, publicUrl, proxied: trustedProxies.length > 0 })
  if (databaseUrl && !env.SECRET_KEY) {
    throw new Error(
      'DATABASE_URL is set but SECRET_KEY is not. Set SECRET_KEY to 32 random characters or more.',
    )
  }
  if (env.READ_DATABASE_URL && !databaseUrl) {
    throw new Error(
      'READ_DATABASE_URL is set but DATABASE_URL is not. The embedded database has no standby: set DATABASE_URL to the primary, or leave READ_DATABASE_URL out.',
    )
  }
  const workers = whole(env, 'WORKERS', 1, 1, 64)
  if (workers > 1 && !databaseUrl) {
    throw new Error(
      'WORKERS is above 1 but DATABASE_URL is not set. The embedded database belongs to one process: set DATABASE_URL, or leave WORKERS out.',
    )
  }
  return {
    host: env.HOST || '127.0.0.1',
    port,
    publicUrl,
    systemName,
    bankAddress: env.BANK_ADDRESS ?? '',
    // Outside of a demonstration nobody may be told an IBAN that belongs to another bank, or to none.
    bankCountry: env.BANK_COUNTRY ?? (demo ? 'DE' : ''),
    bankCode: env.BANK_CODE ?? (demo ? '99999999' : ''),
    dataDir,
    databaseUrl,
    listenDatabaseUrl: env.LISTEN_DATABASE_URL || undefined,
    auditDatabaseUrl: env.AUDIT_DATABASE_URL || undefined,
    readDatabaseUrl: env.READ_DATABASE_URL || undefined,
    workers,
    poolSize: whole(env, 'POOL_SIZE', 10, 1, 500),
    poolQueue: whole(env, 'POOL_QUEUE', 1_000, 1, 100_000),
    statementTimeoutMs: whole(env, 'STATEMENT_TIMEOUT_MS', 5_000, 0, 600_000),
    lockTimeoutMs: whole(env, 'LOCK_TIMEOUT_MS', 2_000, 0, 600_000),
    metrics: metricsDoor(env),
    drainSeconds: whole(env, 'DRAIN_SECONDS', 0, 0, 15),
    secretKey: env.SECRET_KEY ? givenSecret(env.SECRET_KEY) : ownSecret(dataDir),
    oldSecretKeys: oldSecrets(env.SECRET_KEY_OLD ?? ''),
    demo,
    mailbox,
    smtp,
    supportAddress: env.SUPPORT_ADDRESS || 'support@localhost',
    bankZone: zone(env.BANK_ZONE || 'UTC'),
    sessionIdleMinutes: whole(env, 'SESSION_IDLE_MINUTES', 15, 1, 1440),
    sessionHours: whole(env, 'SESSION_HOURS', 8, 1, 168),
    allowCrypto: flag(env, 'ALLOW_CRYPTO', true),
    bitcoinWallet: env.BITCOIN_WALLET || (demo ? sampleWallet : undefined),
    bitcoinUsdMinor: bitcoinPrice(env, demo),
    passwordMin: whole(env, 'PASSWORD_MIN', limits.passwordMin, limits.passwordMin, 64),
    lastNameMin: whole(env, 'LAST_NAME_MIN', limits.lastNameMin, 1, limits.lastNameMin),
    billApproval: flag(env, 'BILL_APPROVAL', true),
    billFreeUsdMinor: dollars(env, 'BILL_PIN_FREE', '100.00'),
    orderTryHours: hours(env.ORDER_TRY_HOURS || '6,12,18'),
    orderTryDays: whole(env, 'ORDER_TRY_DAYS', 2, 0, 5),
    railSeconds: whole(env, 'RAIL_SECONDS', 5, 0, 86_400),
    cardHoldDays: whole(env, 'CARD_HOLD_DAYS', 7, 1, 31),
    undoSeconds: whole(env, 'UNDO_SECONDS', 10, 0, limits.undoSecondsMax),
    dailyLimitUsdMinor: dollars(env, 'DAILY_LIMIT_USD', '50000'),
    exchangeLimitUsdMinor: dollars(env, 'EXCHANGE_LIMIT_USD', '50000'),
    coolingLimitUsdMinor: dollars(env, 'COOLING_LIMIT', '200.00'),
    batchMax: whole(env, 'BATCH_MAX', 128, 1, 1_000),
    coverMs: whole(env, 'COVER_MS', limits.coverMs, 0, 10_000),
    trustedProxies,
    signupsPerHour: whole(env, 'SIGNUPS_PER_HOUR', 20, 1, 1_000_000),
    ...{ requestsAtOnce: readShare(env), keepDays: daysKept(env) },
    logLevel: logLevel(env.LOG_LEVEL || 'info'),
    webDir: resolve(import.meta.dirname, '../../../web/dist'),
    hashCost,
  }
}

const readShare = (env: Env): Config['requestsAtOnce'] => ({
  session: whole(env, 'SESSION_REQUESTS', 4, 0, 10_000),
  network: whole(env, 'NETWORK_REQUESTS', 16, 0, 10_000),
})

function daysKept(env: Env): KeepDays {
  return {
    keys: whole(env, 'KEYS_DAYS', 400, 30, 36_500),
    notices: whole(env, 'NOTICES_DAYS', 400, 30, 36_500),
    sentMails: whole(env, 'SENT_MAILS_DAYS', 7, 1, 36_500),
    failedMails: whole(env, 'FAILED_MAILS_DAYS', 30, 1, 36_500),
    transfers: whole(env, 'TRANSFERS_DAYS', 400, 30, 36_500),
    documents: whole(env, 'DOCUMENTS_DAYS', 400, 30, 36_500),
  }
}

function whole(env: Env, name: string, preset: number, min: number, max: number): number {
  const text = env[name]
  if (!text) return preset
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
}

function flag(env: Env, name: string, preset: boolean): boolean {
  const text = env[name]
  if (!text) return preset
  if (text === '1' || text === '0') return text === '1'
  throw new Error(`${name} must be 1 or 0, not "${text}".`)
}

/** Hours of a day, in their order. */
function hours(text: string): number[] {
  const named = text.split(',').map((part) => part.trim())
  const found = named.map(Number)
  const isRising = found.every((hour, index) => hour > (found[index - 1] ?? -1))
  if (named.every((part) => /^\d{1,2}$/.test(part)) && isRising && Math.max(...found) < 24) {
    return found
  }
  throw new Error(
    `ORDER_TRY_HOURS must be hours from 0 to 23 in their order such as 6,12,18, not "${text}".`,
  )
}

/**
 * Whether mail is kept in the local mailbox, for a bank that sends none. Whoever opens it reads every
 * code and link, so it is for one machine: in demo mode or where it is asked for, and never where
 * others are let in. A bank without any way for mail does not start.
 */
function keepsMail({
  demo,
  asked,
  publicUrl,
  proxied,
}: {
  demo: boolean
  asked: boolean
  publicUrl: string
  proxied: boolean
}): true {
  if (!demo && !asked) {
    throw new Error(
      'No mail can be sent: SMTP_URL is not set, and this is no demo. Set SMTP_URL, or MAILBOX=1 to keep mail in a mailbox for this machine alone.',
    )
  }
  const open = proxied
    ? 'TRUST_PROXY is set'
    : !isLoopbackHost(new URL(publicUrl).hostname) && `PUBLIC_URL is ${publicUrl}`
  if (!open) return true
  throw new Error(
    `${open}, so others reach this bank, and without SMTP_URL its mail would be kept in a mailbox that they must not read. Set SMTP_URL${asked ? ' instead of MAILBOX=1' : ''}.`,
  )
}

function dollars(env: Env, name: string, preset: string): bigint {
  const text = env[name] || preset
  const minor = parseMoney(text)
  if (minor !== null) return minor
  throw new Error(`${name} must be an amount in US dollars such as ${preset}, not "${text}".`)
}

/** Nobody's to spend: what is sent to it is lost, so only a demo shows it. */
const sampleWallet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

/**
 * None unless it is set: a price that is told binds the bank, and only a demonstration may make one up.
 * It divides: it must be more than nothing.
 */
function bitcoinPrice(env: Env, demo: boolean): bigint | undefined {
  if (!env.BTC_RATE && !demo) return undefined
  const minor = dollars(env, 'BTC_RATE', '95000.00')
  if (minor > 0n) return minor
  throw new Error('BTC_RATE must be what a bitcoin costs in US dollars, more than 0.00.')
}

/** Off unless a port is given: what it shows is for the operator's own network. */
function metricsDoor(env: Env): Config['metrics'] {
  if (!env.METRICS_PORT) return undefined
  return {
    host: env.METRICS_HOST || '127.0.0.1',
    port: whole(env, 'METRICS_PORT', 0, 0, 65_535),
  }
}

// Three letters that Node and PostgreSQL read alike. IST is India to one and Israel to the other, and to
// PostgreSQL CET has no summer time.
const zonesOfThree = /^(UTC|UCT|GMT|EST|MST|HST|PRC|ROC|ROK)$/i

function zone(name: string): string {
  const wrong = (what: string) =>
    new Error(
      `BANK_ZONE must be the name of a time zone such as Europe/Istanbul, not ${what}"${name}".`,
    )
  // A bare offset has the opposite sign in PostgreSQL, which reads it as POSIX does.
  if (/^[+-]/.test(name)) throw wrong('the offset ')
  if (name.length === 3 && !zonesOfThree.test(name)) throw wrong('the abbreviation ')
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch {
    throw wrong('')
  }
}

function webAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) {
    return text.replace(/\/+$/, '')
  }
  throw new Error(`PUBLIC_URL must be an address such as https://bank.example, not "${text}".`)
}

function readSmtp(env: Env, systemName: string): Config['smtp'] {
  const insecure = flag(env, 'SMTP_INSECURE', false)
  if (!env.SMTP_URL) return undefined
  const from = sender(env.MAIL_FROM || 'no-reply@localhost', systemName)
  const url = mailServer(env.SMTP_URL)
  return {
    url,
    from,
    ...(env.SMTP_CA && { ca: certificate(env.SMTP_CA) }),
    ...(wantsTls(url, insecure) && { requireTls: true }),
  }
}

/** Mail holds codes and links: it leaves this machine through TLS, or where that was given up by name. */
function wantsTls(text: string, insecure: boolean): boolean {
  const url = new URL(text)
  if (insecure || url.protocol === 'smtps:' || isLoopbackHost(url.hostname)) return false
  if (url.searchParams.get('ignoreTLS') !== 'true') return true
  throw new Error(
    'SMTP_URL ends in ignoreTLS=true for a server on another machine, so that codes and links would cross the network in the open. Leave it out, or set SMTP_INSECURE=1 where nobody else can read the wire.',
  )
}

/** A bare address gets the bank's name, quoted: it may hold a comma. */
function sender(from: string, systemName: string): string {
  if (/[<,]/.test(from)) return from
  return `"${systemName.replaceAll(/["\\]/g, '\\$&')}" <${from.trim()}>`
}

function certificate(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`SMTP_CA names the file ${file}, which cannot be read (${code}).`)
  }
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  throw new Error(`SMTP_CA names the file ${file}, which holds no certificate in PEM.`)
}

function mailServer(text: string): string {
  if (URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)) return text
  // The address may hold a password, so it is not repeated.
  throw new Error('SMTP_URL must be an address such as smtps://user:password@mail.example.')
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

function logLevel(name: string): string {
  if (logLevels.includes(name)) return name
  throw new Error(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${name}".`)
}
