import { type Input, limits, type login } from '@passbook/contract'
import { afterCommit, json, type Sql } from '#db/db.ts'
import { networkOf } from '#kernel/addresses.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import { refusal } from '#kernel/failure.ts'
import { nameKey } from '#kernel/name-key.ts'
import { refundAttempt, spendAttempt, spendOrWaitSeconds, tooMany } from '#limits/attempts.ts'
import { assertRoom, type Turn } from '#limits/fair-queue.ts'
import { mailSecurity } from '#mail/security-mails.ts'
import { loginCodeMail } from '#mail/templates.ts'
import { countEvent, noteOften } from '#security/note-event.ts'
import { deviceIdOf, deviceToNote, knownDevice } from './devices.ts'
import { isLive, spendLink } from './links.ts'
import { codeReader } from './mail-address.ts'
import { tellNewDevice } from './new-device.ts'
import { passwordMatches, renewedHash } from './password.ts'
import { familiar, strangers } from './queues.ts'
import { isGuarded, type SecondStep, spendAppCode, spendBackupCode } from './second-step.ts'
import { hashToken, hmac, hmacs, newCode, newToken, sameSecret } from './secrets.ts'
import { newSession, tellStreams } from './sessions.ts'
import { codeBucket, countGuess, sentBucket } from './sign-in-limits.ts'

type Person = {
  id: bigint
  passwordHash: string
  useLoginCode: boolean
  /** The browser has signed this customer in before. */
  isKnown: boolean
}

/** Where a sign-in comes from: the address to count by, and what the customer is shown of it. */
export type From = { address: string; caller: Caller }

/** A token, or the buffer of a code step where the customer wants one. */
export async function signIn(
  bank: Bank,
  { username, password }: Input<typeof login>,
  from: From,
): Promise<{ token: string } | { buffer: string; header: string; code_from?: string }> {
  const { db, clock, config } = bank
  const told = deviceIdOf(config, from.caller)
  const [person] = await db.sql<Person>`
    select c.id, c.password_hash as "passwordHash", c.use_login_code as "useLoginCode",
      exists (select 1 from devices d where d.customer_id = c.id and d.id = ${told ?? ''})
        as "isKnown"
    from customers c where c.username_key = ${nameKey(username)}`
  const device = person?.isKnown ? told : undefined
  const turn = turnFor(from.address, device === undefined ? undefined : person?.id)
  // Load shedding: where no hash can be made now, the attempt is refused before it costs a write.
  assertRoom(turn)
  const guess = { username, address: from.address, device, now: clock.now() }
  const note = (kind: 'sign_in_refused' | 'sign_in_locked') =>
    noteRefusal(bank, { ...guess, kind, customerId: person?.id, caller: from.caller })
  const { isFlooded, giveBack } = await countGuess(db.sql, guess).catch(async (error) => {
    await note('sign_in_locked')
    throw error
  })
  const { hashCost } = config
  const right = await passwordMatches(password, person?.passwordHash, turn, hashCost).catch(
    async (error) => {
      // A bank too busy to look at a password must not hold that against its customer.
      await giveBack()
      throw error
    },
  )
  if (!right || !person) {
    await note('sign_in_refused')
    throw wrongCredentials()
  }
  await giveBack()
  const fresh = await renewedHash(password, person.passwordHash, turn, hashCost)
  const withCode = person.useLoginCode || isFlooded
  const admitted = await db.transaction((sql) =>
    admit(bank, sql, { person, fresh, withCode, device, caller: from.caller }),
  )
  // Hashing takes a while, and the stored hash is another by now: a password that was reset meanwhile
  // opens nothing, one that another sign-in has hashed anew still does. A second look tells.
  return admitted ?? signIn(bank, { username, password }, from)
}

/** The queue for a sign-in; the customer is the one whom the browser has signed in before. */
const turnFor = (address: string, customerId?: bigint): Turn =>
  customerId === undefined
    ? { line: strangers, network: networkOf(address) }
    : { line: familiar, network: networkOf(address), customerId }

const wrongCredentials = () => refusal('credentials_wrong')

/**
 * Notes a refused sign-in in the customer's log. For a name that nobody has as much is written
 * elsewhere: how long it takes must not tell whether there is such a customer.
 */
async function noteRefusal(
  { db }: Bank,
  refused: {
    kind: 'sign_in_refused' | 'sign_in_locked'
    customerId: bigint | undefined
    username: string
    address: string
    caller: Caller
    now: Date
  },
): Promise<void> {
  const { kind, customerId, username, address, caller, now } = refused
  if (customerId === undefined) {
    const bucket = `${kind}:${nameKey(username)}:${networkOf(address)}`
    await spendOrWaitSeconds(db.sql, { bucket, max: 1, seconds: 60, now })
    return
  }
  await noteOften(db.sql, { customerId, kind, at: now, caller, by: 'somebody' })
}

/** Lets a customer in whose password matched the hash of before; nothing where that has changed. */
async function admit(
  bank: Bank,
  sql: Sql,
  {
    person,
    fresh,
    withCode,
    device,
    caller,
  }: {
    person: Person
    fresh: string | undefined
    withCode: boolean
    device: string | undefined
    caller: Caller
  },
) {
  const [held] = await sql<{ blocked: boolean; same: boolean; step: SecondStep | null }>`
    select blocked, same, step from sign_in_lock(${person.id}, ${person.passwordHash})`
  if (!held || held.blocked) throw refusal('blocked')
  if (!held.same) return undefined
  const { step } = held
  if (fresh) await sql`update customers set password_hash = ${fresh} where id = ${person.id}`
  if (step === null && !withCode) return { token: await enter(bank, sql, person.id, caller) }
  const buffer = newToken()
  if (step) return beginStep(bank, sql, { customerId: person.id, buffer, step })
  await sendCode(bank, sql, { customerId: person.id, buffer, device })
  return { buffer, header: 'Authentication' }
}

/** A code step without a mail: the code is in the customer's app, or on their list of backup codes. */
async function beginStep(
  { clock }: Bank,
  sql: Sql,
  { customerId, buffer, step }: { customerId: bigint; buffer: string; step: SecondStep },
) {
  const now = clock.now()
  const expires = new Date(now.getTime() + limits.loginCodeMinutes * 60_000)
  await sql`
    insert into login_codes(buffer_hash, customer_id, kind, code_hmac, sent_at, expires_at)
    values (${hashToken(buffer)}, ${customerId}, ${step}, '', ${now}, ${expires})`
  return { buffer, header: 'Authentication', code_from: step }
}

/** Writes a new code for a buffer and mails it; an earlier code of that buffer is void. */
async function sendCode(
  { clock, config, mailer }: Bank,
  sql: Sql,
  {
    customerId,
    buffer,
    device,
  }: { customerId: bigint; buffer: string; device: string | undefined },
): Promise<void> {
  const now = clock.now()
  await spendAttempt(sql, { bucket: sentBucket(customerId, device), max: 60, seconds: 3600, now })
  const code = newCode(limits.loginCodeLength)
  const expires = new Date(now.getTime() + limits.loginCodeMinutes * 60_000)
  const bufferHash = hashToken(buffer)
  const codeHmac = hmac(config.secretKey, 'login-code', bufferHash, code)
  await sql`
    insert into login_codes(buffer_hash, customer_id, code_hmac, sent_at, expires_at)
    values (${bufferHash}, ${customerId}, ${codeHmac}, ${now}, ${expires})
    on conflict (buffer_hash) do update
      set code_hmac = excluded.code_hmac, sent_at = excluded.sent_at,
          expires_at = excluded.expires_at, tries = 0`
  await mailer.queue(sql, loginCodeMail(await codeReader(sql, customerId), code, expires))
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
  const [pending] = await db.sql<{ customerId: bigint; codeHmac: string; kind: string }>`
    update login_codes set tries = tries + 1
    where buffer_hash = ${bufferHash} and used_at is null and expires_at > ${now}
      and tries < ${limits.loginCodeTries}
    returning customer_id as "customerId", code_hmac as "codeHmac", kind`
  if (!pending) throw wrongCode()
  const { customerId } = pending
  const bucket = codeBucket(customerId, await knownDevice(bank, db.sql, { customerId, caller }))
  const note = (kind: 'code_wrong' | 'codes_locked') =>
    noteOften(db.sql, { customerId, kind, at: now, caller, by: 'somebody' })
  const limit = { bucket, max: 30, seconds: 86_400, now }
  await spendAttempt(db.sql, limit).catch(async (error) => {
    await note('codes_locked')
    throw error
  })
  const given = hmacs(config, 'login-code', bufferHash, otp)
  const right =
    pending.kind === 'mail'
      ? given.some((one) => sameSecret(one, pending.codeHmac))
      : await db
          .transaction((sql) => proveStep(bank, sql, { ...pending, otp, caller }))
          .catch(async (error) => {
            // That nobody could look at the code is not held against its customer, where that can be
            // written.
            await refundAttempt(db.sql, bucket).catch(() => {})
            await giveBackTry(db.sql, bufferHash).catch(() => {})
            throw error
          })
  if (!right) {
    await note('code_wrong')
    throw wrongCode()
  }
  await refundAttempt(db.sql, bucket)
  return db.transaction(async (sql) => {
    const spent = await sql`
      update login_codes set used_at = ${now}
      where buffer_hash = ${bufferHash} and used_at is null and code_hmac = ${pending.codeHmac}
      returning 1`
    if (spent.length === 0) throw wrongCode()
    await assertMayEnter(sql, customerId)
    if (pending.kind === 'mail') {
      await sql`select address_answers(c) from customers c where id = ${customerId}`
    }
    return { token: await enter(bank, sql, customerId, caller) }
  })
}

/** Takes back that `confirmCode` counted a try. */
const giveBackTry = (sql: Sql, bufferHash: string) => sql`
  update login_codes set tries = greatest(tries - 1, 0)
  where buffer_hash = ${bufferHash} and used_at is null`

/** An app's code counts once for each step of its clock, a backup code once. */
async function proveStep(
  bank: Bank,
  sql: Sql,
  step: { customerId: bigint; kind: string; otp: string; caller: Caller },
): Promise<boolean> {
  const { customerId, kind, otp: code, caller } = step
  if (kind === 'app' && (await spendAppCode(bank, sql, { customerId, code }))) return true
  return spendBackupCode(bank, sql, { customerId, code, caller })
}

/** Voids the sign-ins of a customer that still wait for their code. */
export async function endCodeSteps(sql: Sql, customerId: bigint, now: Date): Promise<void> {
  await sql`
    update login_codes set used_at = ${now} where customer_id = ${customerId} and used_at is null`
}

/** Sends another code for a sign-in that is under way, half a minute after the last one. */
export async function resendLoginCode(bank: Bank, buffer: string, caller: Caller): Promise<void> {
  const now = bank.clock.now()
  await bank.db.transaction(async (sql) => {
    const [row] = await sql<{ customerId: bigint; sentAt: Date }>`
      select customer_id as "customerId", sent_at as "sentAt" from login_codes
      where buffer_hash = ${hashToken(buffer)} and used_at is null and kind = 'mail'
        and sent_at > ${new Date(now.getTime() - 3_600_000)}
      for update`
    if (!row) throw wrongCode()
    const waitMs = row.sentAt.getTime() + limits.resendAfterSeconds * 1000 - now.getTime()
    if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1000))
    const { customerId } = row
    const device = await knownDevice(bank, sql, { customerId, caller })
    await sendCode(bank, sql, { customerId, buffer, device })
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
    const [person] = await sql<{ withCode: boolean }>`
      select use_login_code as "withCode" from customers where id = ${customerId}`
    if (!person || person.withCode || (await isGuarded(sql, customerId))) throw linkRefused()
    await assertMayEnter(sql, customerId)
    const entered = { token: await enter(bank, sql, customerId, caller, { byLink: true }) }
    await mailSecurity(bank, sql, customerId, { title: 'Signed in by a link', body: byLink })
    return entered
  })
}

/**
 * Starts the session of a customer who has proven who they are, by whatever way, and notes it. A
 * browser that was not seen before is told by mail, save for a customer's first.
 */
export async function enter(
  bank: Bank,
  sql: Sql,
  customerId: bigint,
  caller: Caller,
  { byLink = false }: { byLink?: boolean } = {},
): Promise<string> {
  const { token, row } = newSession(bank, customerId, caller)
  const device = deviceToNote(bank, customerId, caller)
  const [entered] = await sql<{ tells: boolean; ended: boolean }>`
    select tells, ended from session_enter(${json({ ...device.row, ...row, byLink })})`
  if (entered?.ended) await tellStreams(sql, [customerId])
  afterCommit(sql, device.keep)
  countEvent(sql, 'signed_in')
  if (entered?.tells) {
    countEvent(sql, 'new_device')
    // The moment of the session: what the link in that mail voids begins with this browser.
    await tellNewDevice(bank, sql, { customerId, caller, at: row.at })
  }
  return token
}

const byLink = 'A link from one of our mails was used to sign in to your account.'

const linkRefused = () => refusal('credentials_wrong')

/** Locks the customer: a block or a reset that comes at the same time finds the session to end. */
export async function assertMayEnter(sql: Sql, customerId: bigint): Promise<void> {
  const [row] = await sql<{ blocked: boolean }>`
    select blocked from customer_locked(${customerId})`
  if (!row || row.blocked) throw refusal('blocked')
}
