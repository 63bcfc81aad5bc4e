import { json, part, type Sql, type SqlPart } from '#db/db.ts'
import { type Authenticate, type Claim, sessionEnded } from '#http/route.ts'
import { batching } from '#kernel/batching.ts'
import type { Caller } from '#kernel/caller.ts'
import { type Bank, batchLimits } from '#kernel/context.ts'
import { refusal } from '#kernel/failure.ts'
import { publish } from '#notifications/publish.ts'
import type { Customer } from './customers.ts'
import { hashToken, newToken } from './secrets.ts'

/** A customer with the session that speaks for it. */
export type SignedIn = Customer & {
  tokenHash: string
  /** The session's name on the wire. */
  sessionId: string
  /** Until when it needs no further proof for sensitive changes; null where it never had one. */
  freshUntil: Date | null
}

// last_used_at is written at most this often: at every call it would cost more than the call does.
const touchEverySeconds = 30
// Of one customer at once; who signs in once more ends the oldest.
const sessionsMax = 20
// A laptop left open is found by somebody else later than this.
const freshMs = 5 * 60_000

/** Starts a session; its token is told once and never stored. Whoever signs in has just proven it. */
export async function startSession(
  bank: Bank,
  sql: Sql,
  { customerId, caller }: { customerId: bigint; caller: Caller },
): Promise<string> {
  const { token, row } = newSession(bank, customerId, caller)
  const [started] = await sql<{ ended: boolean }>`select session_start(${json(row)}) as ended`
  if (started?.ended) await tellStreams(sql, [customerId])
  return token
}

/** The token of a session that is yet to be written, and what `session_start` writes. */
export function newSession(
  { clock, config }: Pick<Bank, 'clock' | 'config'>,
  customer: bigint,
  { agent, network: address }: Caller,
) {
  const token = newToken()
  const at = clock.now()
  const expires = new Date(at.getTime() + config.sessionHours * 3_600_000)
  const tokenHash = hashToken(token)
  const freshUntil = freshFrom(at)
  return {
    token,
    row: { customer, tokenHash, at, expires, freshUntil, agent, address, sessionsMax },
  }
}

const freshFrom = (now: Date) => new Date(now.getTime() + freshMs)

/** Whether a session has proven itself so lately that it may change what protects the customer. */
const isFresh = (
  { clock }: Pick<Bank, 'clock'>,
  { freshUntil }: Pick<SignedIn, 'freshUntil'>,
): boolean => freshUntil !== null && freshUntil > clock.now()

/** For calls that need it in some cases only; a call that always does says so in the contract. */
export function assertFresh(bank: Pick<Bank, 'clock'>, who: Pick<SignedIn, 'freshUntil'>): void {
  if (!isFresh(bank, who)) throw refusal('reauth_required')
}

/**
 * Looks again, in the transaction that changes something: a request whose body was held back may be
 * older than the end of its session. The row lock keeps the session until the change is committed, so
 * that whoever ends it takes the change back too. After the customer's lock, as everywhere.
 */
export async function holdSession(
  { clock }: Pick<Bank, 'clock'>,
  sql: Sql,
  { tokenHash }: Pick<SignedIn, 'tokenHash'>,
): Promise<void> {
  const held = await lookAgain(sql, tokenHash)
  if (!held) throw sessionEnded()
  assertFresh({ clock }, held)
}

/** The same for what goes on without it, in another way. */
export async function isStillFresh(
  { clock }: Pick<Bank, 'clock'>,
  sql: Sql,
  { tokenHash }: Pick<SignedIn, 'tokenHash'>,
): Promise<boolean> {
  const held = await lookAgain(sql, tokenHash)
  return held !== undefined && isFresh({ clock }, held)
}

async function lookAgain(sql: Sql, tokenHash: string) {
  const [held] = await sql<{ freshUntil: Date | null }>`
    select fresh_until as "freshUntil" from sessions where token_hash = ${tokenHash} for share`
  return held
}

/** Makes a session fresh again; answers until when. */
export async function refreshSession(sql: Sql, tokenHash: string, now: Date): Promise<Date> {
  const until = freshFrom(now)
  await sql`
    update sessions set fresh_until = ${until}, by_link = false where token_hash = ${tokenHash}`
  return until
}

/** Makes what admits the holder of a token; those who come at the same time are looked up together. */
export function makeAuthenticate(bank: Bank): Authenticate<SignedIn> {
  const find = batching({
    ...batchLimits(bank),
    run: (hashes: string[]) => signedIn(bank, hashes),
  })
  return async (token, { fresh = false } = {}) => {
    const who = await find(hashToken(token))
    if (!who) throw sessionEnded()
    if (fresh) assertFresh(bank, who)
    return who
  }
}

/**
 * For calls that look their session up in the query that answers them. The same sessions are live,
 * and their use is noted all the same.
 */
export function makeClaimOf(bank: Bank): (token: string) => Claim {
  return (token) => {
    const tokenHash = hashToken(token)
    const now = bank.clock.now()
    return {
      session: part`
        select c.id, c.username, s.last_used_at from sessions s join customers c on c.id = s.customer_id
        where s.token_hash = ${tokenHash} and ${isLive(bank, now)}`,
      admit(found) {
        if (!found) throw sessionEnded()
        noteUse(bank, now, [{ tokenHash, lastUsedAt: found.lastUsedAt }])
      },
    }
  }
}

/** What makes a session s of a customer c live: neither old nor idle, its owner not blocked. */
export function isLive({ config }: Pick<Bank, 'config'>, now: Date): SqlPart {
  const usedAfter = new Date(now.getTime() - config.sessionIdleMinutes * 60_000)
  return part`s.expires_at > ${now} and s.last_used_at > ${usedAfter} and not c.blocked`
}

/**
 * Whether a token is that of a live session of this customer, begun by somebody who knew more than a
 * link in a mail, or has proven it since.
 */
export async function isOwnSession(
  { clock, config }: Pick<Bank, 'clock' | 'config'>,
  sql: Sql,
  { token, customerId }: { token: string; customerId: bigint },
): Promise<boolean> {
  const rows = await sql`
    select from sessions s join customers c on c.id = s.customer_id
    where s.token_hash = ${hashToken(token)} and c.id = ${customerId} and not s.by_link
      and ${isLive({ config }, clock.now())}`
  return rows.length > 0
}

/** The customers of live sessions. */
async function signedIn(bank: Bank, hashes: string[]): Promise<(SignedIn | undefined)[]> {
  const { db, clock } = bank
  const now = clock.now()
  const rows = await db.sql<SignedIn & { lastUsedAt: Date }>`
    select s.token_hash as "tokenHash", s.public_id as "sessionId", s.fresh_until as "freshUntil",
      c.id, c.username, c.email, c.first_name as "firstName",
      c.last_name as "lastName", c.blocked, c.use_otp as "useOtp",
      c.pending_transfer as "pendingTransfer", c.crypto_payment as "cryptoPayment",
      s.last_used_at as "lastUsedAt"
    from unnest(${hashes}::text[]) asked(hash)
    -- Each by the index: for a few rows a plan over whole tables costs more than all of them.
    cross join lateral (select * from sessions where token_hash = asked.hash limit 1) s
    cross join lateral (select * from customers where id = s.customer_id limit 1) c
    where ${isLive(bank, now)}`
  noteUse(bank, now, rows)
  const known = new Map(rows.map(({ lastUsedAt: _, ...who }) => [who.tokenHash, who]))
  return hashes.map((hash) => known.get(hash))
}

type Used = { tokenHash: string; lastUsedAt: Date }

/** Notes, beside the answer, that these sessions were used, where the last note is old enough. */
function noteUse({ db, background }: Bank, now: Date, used: Used[]): void {
  const stale = used.filter(
    ({ lastUsedAt }) => now.getTime() - lastUsedAt.getTime() > touchEverySeconds * 1000,
  )
  if (stale.length > 0) background.run(() => touch(db.sql, now, stale))
}

/** SKIP LOCKED: the other sessions of a batch do not wait for one that somebody holds locked. */
async function touch(sql: Sql, now: Date, stale: { tokenHash: string }[]): Promise<void> {
  await sql`
    with used as materialized (
      select token_hash from sessions
      where token_hash = any(${stale.map(({ tokenHash }) => tokenHash)}::text[])
      order by token_hash for update skip locked)
    update sessions s set last_used_at = ${now} from used where s.token_hash = used.token_hash`
}

/**
 * Which of these sessions are live, with their customers. To be asked about is no use of a session:
 * it idles out all the same.
 */
export async function liveSessions(
  bank: Pick<Bank, 'db' | 'clock' | 'config'>,
  tokenHashes: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await bank.db.sql<{ tokenHash: string; customerId: bigint }>`
    select s.token_hash as "tokenHash", c.id as "customerId"
    from sessions s join customers c on c.id = s.customer_id
    where s.token_hash = any(${tokenHashes}::text[]) and ${isLive(bank, bank.clock.now())}`
  return new Map(rows.map(({ tokenHash, customerId }) => [tokenHash, customerId]))
}

// The admission limit of streams: one look-up at a time, however slow, so that of the pool's
// connections a storm takes one, and pauses in which everybody else is served.
const streamLimits = { max: 16, patienceMs: Infinity, pauseMs: 8 }

/**
 * Makes what says whose session a token is, for a stream: holding one open is no use of the session
 * either. All streams come back at once when a server does, so they are looked up together.
 */
export function makeSessionOf(
  bank: Pick<Bank, 'db' | 'clock' | 'config'>,
): (token: string) => Promise<{ customerId: bigint; session: string }> {
  const customerOf = batching({
    ...streamLimits,
    max: Math.min(streamLimits.max, bank.config.batchMax),
    run: async (sessions: string[]) => {
      const live = await liveSessions(bank, sessions)
      return sessions.map((session) => live.get(session))
    },
  })
  return async (token) => {
    const session = hashToken(token)
    const customerId = await customerOf(session)
    if (customerId === undefined) throw sessionEnded()
    return { customerId, session }
  }
}

export async function endSession(sql: Sql, tokenHash: string): Promise<void> {
  await endThose(sql, part`token_hash = ${tokenHash}`)
}

/** Signs a customer out everywhere, save for one session where one is named. */
export async function endSessions(sql: Sql, customerId: bigint, except = ''): Promise<void> {
  await endThose(sql, part`customer_id = ${customerId} and token_hash <> ${except}`)
}

/** Ends these sessions, and with them their streams, and answers with their devices. */
export async function endThose(sql: Sql, those: SqlPart): Promise<string[]> {
  const ended = await sql<{ customerId: bigint; agent: string }>`
    delete from sessions where ${those} returning customer_id as "customerId", agent`
  await tellStreams(
    sql,
    ended.map(({ customerId }) => customerId),
  )
  return ended.map(({ agent }) => agent)
}

/**
 * Tells customers something after sessions of theirs have ended, so that every process looks at their
 * streams again: those of an ended session end with it.
 */
export const tellStreams = (sql: Sql, customerIds: readonly bigint[]): Promise<void> =>
  publish(sql, new Map(customerIds.map((id) => [id, []])))
