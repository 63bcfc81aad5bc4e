import { type Input, limits, type login } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { networkOf } from '#kernel/addresses.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import { refusal } from '#kernel/failure.ts'
import { refundAttempt, spendAttempt, tooMany } from '#limits/attempts.ts'
import { securityMail } from '#mail/notices.ts'
import { loginCodeMail } from '#mail/templates.ts'
import { noteEvent } from '#security/events.ts'
import { nameKey } from './customers.ts'
import { isLive, spendLink } from './links.ts'
import { codeReader } from './mail-address.ts'
import { assertHashRoom, passwordMatches, renewedHash } from './password.ts'
import { hashToken, hmac, hmacs, newCode, newToken, sameSecret } from './secrets.ts'
import { startSession } from './sessions.ts'

type Person = {
  id: bigint
  passwordHash: string
  useLoginCode: boolean
}

/** The bucket of a customer's failed sign-ins; a password reset opens it again. */
export const signInBucket = (username: string) => `login:user:${nameKey(username)}`
/** The bucket of a customer's wrong codes. */
export const codeBucket = (customerId: bigint) => `code:wrong:${customerId}`

/** Where a sign-in comes from: the address to count by, and what the customer is shown of it. */
export type From = { address: string; caller: Caller }

/** A token, or the buffer of a code step where the customer wants one. */
export async function signIn(
  bank: Bank,
  { username, password }: Input<typeof login>,
  from: From,
): Promise<{ token: string } | { buffer: string; header: string }> {
  // Load shedding: where no hash can be made now, the attempt is refused before it costs a write.
  assertHashRoom()
  const { db, clock } = bank
  const now = clock.now()
  const buckets = [
    { bucket: `login:address:${networkOf(from.address)}`, max: 30, seconds: 60, now },
    { bucket: signInBucket(username), max: 10, seconds: 900, now },
  ]
  // Counted before the costly hash, so that a flood of guesses is cheap to refuse.
  for (const limit of buckets) await spendAttempt(db.sql, limit)
  const [person] = await db.sql<Person>`
    select id, password_hash as "passwordHash", use_login_code as "useLoginCode"
    from customers where username_key = ${nameKey(username)}`
  const giveBack = async () => {
    for (const { bucket } of buckets) await refundAttempt(db.sql, bucket)
  }
  const right = await passwordMatches(password, person?.passwordHash).catch(async (error) => {
    // A bank too busy to look at a password must not hold that against its customer.
    await giveBack()
    throw error
  })
  if (!right || !person) throw wrongCredentials()
  await giveBack()
  const fresh = await renewedHash(password, person.passwordHash)
  const admitted = await db.transaction((sql) =>
    admit(bank, sql, { person, fresh, caller: from.caller }),
  )
  // Hashing takes a while, and the stored hash is another by now: a password that was reset meanwhile
  // opens nothing, one that another sign-in has hashed anew still does. A second look tells.
  return admitted ?? signIn(bank, { username, password }, from)
}

const wrongCredentials = () => refusal('credentials_wrong')

/** Lets a customer in whose password matched the hash of before; nothing where that has changed. */
async function admit(
  bank: Bank,
  sql: Sql,
  { person, fresh, caller }: { person: Person; fresh: string | undefined; caller: Caller },
) {
  await assertMayEnter(sql, person.id)
  const same = await sql`
    select 1 from customers where id = ${person.id} and password_hash = ${person.passwordHash}`
  if (same.length === 0) return undefined
  if (fresh) await sql`update customers set password_hash = ${fresh} where id = ${person.id}`
  if (!person.useLoginCode) return { token: await enter(bank, sql, person.id, caller) }
  const buffer = newToken()
  await sendCode(bank, sql, person, buffer)
  return { buffer, header: 'Authentication' }
}

/** Writes a new code for a buffer and mails it; an earlier code of that buffer is void. */
async function sendCode(
  { clock, config, mailer }: Bank,
  sql: Sql,
  person: Pick<Person, 'id'>,
  buffer: string,
): Promise<void> {
  const now = clock.now()
  const hour = { seconds: 3600, now }
  await spendAttempt(sql, { bucket: `code:sent:${person.id}`, max: 60, ...hour })
  const code = newCode(limits.loginCodeLength)
  const expires = new Date(now.getTime() + limits.loginCodeMinutes * 60_000)
  const bufferHash = hashToken(buffer)
  const codeHmac = hmac(config.secretKey, 'login-code', bufferHash, code)
  await sql`
    insert into login_codes(buffer_hash, customer_id, code_hmac, sent_at, expires_at)
    values (${bufferHash}, ${person.id}, ${codeHmac}, ${now}, ${expires})
    on conflict (buffer_hash) do update
      set code_hmac = excluded.code_hmac, sent_at = excluded.sent_at,
          expires_at = excluded.expires_at, tries = 0`
  await mailer.queue(sql, loginCodeMail(await codeReader(sql, person.id), code, expires))
}

const wrongCode = () => refusal('code_wrong')

/** Finishes a sign-in with its code. A try is counted before the code is looked at. */
export async function confirmCode(
  bank: Bank,
  { buffer, otp }: { buffer: string; otp: string },
  caller: Caller,
): Promise<{ token: string }> {
  const { db, clock, config } = bank
  const now = clock.now()
  const bufferHash = hashToken(buffer)
  const [pending] = await db.sql<{ customerId: bigint; codeHmac: string }>`
    update login_codes set tries = tries + 1
    where buffer_hash = ${bufferHash} and used_at is null and expires_at > ${now}
      and tries < ${limits.loginCodeTries}
    returning customer_id as "customerId", code_hmac as "codeHmac"`
  if (!pending) throw wrongCode()
  const bucket = codeBucket(pending.customerId)
  await spendAttempt(db.sql, { bucket, max: 30, seconds: 86_400, now })
  const given = hmacs(config, 'login-code', bufferHash, otp)
  if (!given.some((one) => sameSecret(one, pending.codeHmac))) throw wrongCode()
  await refundAttempt(db.sql, bucket)
  return db.transaction(async (sql) => {
    const spent = await sql`
      update login_codes set used_at = ${now}
      where buffer_hash = ${bufferHash} and used_at is null and code_hmac = ${pending.codeHmac}
      returning 1`
    if (spent.length === 0) throw wrongCode()
    await assertMayEnter(sql, pending.customerId)
    return { token: await enter(bank, sql, pending.customerId, caller) }
  })
}

/** Voids the sign-ins of a customer that still wait for their code. */
export async function endCodeSteps(sql: Sql, customerId: bigint, now: Date): Promise<void> {
  await sql`
    update login_codes set used_at = ${now} where customer_id = ${customerId} and used_at is null`
}

/** Sends another code for a sign-in that is under way, half a minute after the last one. */
export async function resendLoginCode(bank: Bank, buffer: string): Promise<void> {
  const now = bank.clock.now()
  await bank.db.transaction(async (sql) => {
    const [row] = await sql<{ id: bigint; sentAt: Date }>`
      select customer_id as id, sent_at as "sentAt" from login_codes
      where buffer_hash = ${hashToken(buffer)} and used_at is null
        and sent_at > ${new Date(now.getTime() - 3_600_000)}
      for update`
    if (!row) throw wrongCode()
    const waitMs = row.sentAt.getTime() + limits.resendAfterSeconds * 1000 - now.getTime()
    if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1000))
    await sendCode(bank, sql, row, buffer)
  })
}

/** Signs in by a link, once. A customer who wants a code step does not get past it this way. */
export async function signInByLink(
  bank: Bank,
  token: string,
  caller: Caller,
): Promise<{ token: string }> {
  const now = bank.clock.now()
  const link = { token, purpose: 'login' as const, now }
  if (!(await isLive(bank.db.sql, link))) throw linkRefused()
  return bank.db.transaction(async (sql) => {
    const customerId = await spendLink(sql, link)
    if (customerId === undefined) throw linkRefused()
    const [person] = await sql<{ withCode: boolean; email: string; firstName: string }>`
      select use_login_code as "withCode", email, first_name as "firstName"
      from customers where id = ${customerId}`
    if (!person || person.withCode) throw linkRefused()
    await assertMayEnter(sql, customerId)
    await bank.mailer.queue(sql, securityMail(person, 'Signed in by a link', byLink))
    return { token: await enter(bank, sql, customerId, caller) }
  })
}

/** Starts the session of a customer who has proven who they are, by whatever way, and notes it. */
export async function enter(
  bank: Bank,
  sql: Sql,
  customerId: bigint,
  caller: Caller,
): Promise<string> {
  const token = await startSession(bank, sql, { customerId, caller })
  await noteEvent(sql, { customerId, kind: 'signed_in', at: bank.clock.now(), caller })
  return token
}

const byLink = 'A link from one of our mails was used to sign in to your account.'

const linkRefused = () => refusal('credentials_wrong')

/** Locks the customer: a block or a reset that comes at the same time finds the session to end. */
export async function assertMayEnter(sql: Sql, customerId: bigint): Promise<void> {
  const [row] = await sql<{ blocked: boolean }>`
    select blocked from customers where id = ${customerId} for update`
  if (!row || row.blocked) throw refusal('blocked')
}
