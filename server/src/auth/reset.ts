import { hash } from 'node:crypto'
import { type Input, limits, messages, type resetPassword } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { networkOf } from '#kernel/addresses.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import { nameKey } from '#kernel/name-key.ts'
import { assertAttemptLeft, clearAttempts, spendOrWaitSeconds } from '#limits/attempts.ts'
import { inTurn } from '#limits/fair-queue.ts'
import { mailSecurity } from '#mail/security-mails.ts'
import { type Mail, type Reader, resetMail } from '#mail/templates.ts'
import { notify } from '#notifications/notifications.ts'
import { startCooling } from '#security/cooling.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { noteEvent, noteOften } from '#security/note-event.ts'
import { deviceIdOf, forgetDevices, knownDevice, noteDevice } from './devices.ts'
import { isLive, issueLink, ownerOf, spendAddressLink, voidLinks } from './links.ts'
import { isEverProven, resetReader } from './mail-address.ts'
import { hashPassword } from './password.ts'
import { assertGoodPassword, personalOf } from './password-rules.ts'
import { familiar, resets } from './queues.ts'
import { isGuarded, requirePasskey } from './second-step.ts'
import { endSessions } from './sessions.ts'
import { endCodeSteps, type From } from './sign-in.ts'
import { codeBucket, sentBucket, signInBucket, strangerBucket } from './sign-in-limits.ts'
import { undoAll } from './void-since.ts'

type Asked = { user: string; address: string; caller: Caller }

/** How many requests of an hour a network has, for customers and for names that nobody has. */
const ofNetwork = (network: string) => ({
  customers: { bucket: `reset:address:${network}`, max: 200 },
  nobody: { bucket: `reset:nobody:${network}`, max: 1000 },
})

/**
 * Refuses, before anything is looked up, where a network has asked too often: whatever name comes next.
 * Names that nobody has count apart, so that a few hundred of them close nothing for the customers of
 * that network. A browser that has signed its customer in before is not concerned.
 */
export async function assertMayAsk(bank: Bank, { user, address, caller }: Asked): Promise<void> {
  const { db, clock } = bank
  const now = clock.now()
  try {
    for (const { bucket, max } of Object.values(ofNetwork(networkOf(address)))) {
      await assertAttemptLeft(db.sql, { bucket, max, seconds: 3600, now })
    }
  } catch (failure) {
    const person = await personNamed(db.sql, user)
    const customerId = person?.id ?? nobody.id
    if ((await knownDevice(bank, db.sql, { customerId, caller })) === undefined) throw failure
  }
}

/** An address beats a username, since anyone may choose another's address for a username. */
async function personNamed(sql: Sql, user: string): Promise<{ id: bigint } | undefined> {
  const key = nameKey(user)
  const [person] = await sql<{ id: bigint }>`
    select id from customers
    where username_key = ${key} or email_key = ${key}
    order by (email_key = ${key}) is true desc limit 1`
  return person
}

/**
 * Mails a reset link if there is such a customer, in its turn: of a flood what is too much is left out,
 * so that it takes no connection from others. A browser that the bank knows is no part of it.
 */
export async function requestReset(bank: Bank, asked: Asked): Promise<void> {
  const network = deviceIdOf(bank.config, asked.caller) ?? networkOf(asked.address)
  await inTurn({ line: resets, network }, () => sendLink(bank, asked)).catch((error) => {
    if (!(error instanceof Failure && error.code === 'unavailable')) throw error
  })
}

/** The same is done in every case, whether or not there is such a customer. */
async function sendLink(bank: Bank, { user, address, caller }: Asked): Promise<void> {
  const { db, clock } = bank
  const now = clock.now()
  await db.transaction(async (sql) => {
    const person = await personNamed(sql, user)
    // Where there is nobody the same statements run, so that their time tells nothing either.
    const whom = person ? String(person.id) : `nobody:${hash('sha256', nameKey(user), 'base64url')}`
    const customerId = person?.id ?? nobody.id
    const device = await knownDevice(bank, sql, { customerId, caller })
    const network = networkOf(address)
    const all = ofNetwork(network)[person ? 'customers' : 'nobody']
    if (!(await mayAsk(sql, { whom, device, network, all, now }))) return
    const asked = { customerId, kind: 'password_reset_asked', at: now } as const
    await noteOften(sql, { ...asked, caller, by: 'somebody' })
    await mailResetLink(bank, sql, customerId, resetMail)
    // The mail to nobody is gone before anybody can see it.
    await sql`delete from mails where to_key = ${nobody.email}`
  })
}

type Asking = {
  whom: string
  device: string | undefined
  network: string
  /** Where it counts for its network. */
  all: { bucket: string; max: number }
  now: Date
}

/**
 * Whether a request for a link is answered by one. A browser that has signed the customer in before
 * has requests of its own, whoever else asks from its address.
 */
async function mayAsk(sql: Sql, { whom, device, network, all, now }: Asking): Promise<boolean> {
  const isOpen = async (bucket: string, max: number, seconds = 3600) =>
    (await spendOrWaitSeconds(sql, { bucket, max, seconds, now })) === null
  if (device !== undefined) return isOpen(`reset:${whom}:${device}`, 5)
  if (!(await isOpen(all.bucket, all.max))) return false
  if (!(await isOpen(`reset:${whom}:${network}`, 5))) return false
  // Others may ask as often as they like; it must neither fill the mailbox nor keep its owner out.
  // Past the first few one is sent every two minutes: the latest is still good and there to be read.
  return (await isOpen(`reset:${whom}`, 5)) || isOpen(`reset:latest:${whom}`, 1, 120)
}

/** No customer has this id, and no mail goes to this address. */
const nobody = { id: 0n, email: '', firstName: '', isProven: false }

/** Mails a link by which a new password can be chosen, to where nobody but its owner reads it. */
export async function mailResetLink(
  { clock, mailer, config }: Bank,
  sql: Sql,
  customerId: bigint,
  words: (reader: Reader, link: string, expiresAt: Date) => Mail,
): Promise<void> {
  const now = clock.now()
  await lockCustomer(sql, customerId)
  const reader = (await resetReader(sql, customerId, now)) ?? nobody
  const { token, expiresAt } = await issueLink(sql, {
    customerId,
    purpose: 'reset',
    now,
    minutes: limits.resetLinkMinutes,
    address: reader.email,
  })
  const link = `${config.publicUrl}/reset-password/${token}`
  await mailer.queue(sql, words(reader, link, expiresAt))
}

const invalidLink = () => refusal('reset_link_invalid')

/** Reads only, so that a mail scanner that opens the link does not spend it. */
export async function confirmResetLink({ db, clock }: Bank, token: string): Promise<void> {
  if (!(await isLive(db.sql, { token, purpose: 'reset', now: clock.now() }))) throw invalidLink()
}

/**
 * Proves the address that a reset link went to, by whoever has opened it. Where none of this customer's
 * ever was proven, all that was set up until now goes: a stranger may have signed up with the address.
 */
async function proveByReset(
  bank: Bank,
  sql: Sql,
  { customerId, mailedTo, caller }: { customerId: bigint; mailedTo: string; caller: Caller },
): Promise<void> {
  if (await isEverProven(sql, customerId)) return
  const at = bank.clock.now()
  // A link of before the bank noted where it goes says nothing.
  const address = mailedTo || ((await resetReader(sql, customerId, at))?.email ?? '')
  const detail = await undoAll(bank, sql, customerId)
  // What it was changed to meanwhile is a stranger's, who must not be mailed the next link.
  const key = nameKey(address)
  const proven = await sql`
    update customers set email = ${address}, email_key = ${key}, email_verified = true
    where id = ${customerId} and not exists (
      select from customers o where o.email_key = ${key} and o.id <> ${customerId}) returning 1`
  if (proven.length === 0) {
    await sql`update customers set email = '', email_key = null where id = ${customerId}`
  }
  if (detail !== '') await notify(sql, customerId, { ...gone, now: bank.clock.businessNow() })
  await noteEvent(sql, { customerId, kind: 'email_proven', at, caller, by: 'somebody', detail })
}

const gone = {
  title: 'What was set up before is gone',
  body: 'Nobody had confirmed your e-mail address before this reset. Your money is untouched; bills, standing orders, recipients and ways to sign in have to be set up again.',
}

/**
 * Saves the new password, spends the link and ends every session and sign-in under way. The browser
 * is one that its customer uses from now on: no stranger's guesses keep it out.
 */
export async function saveNewPassword(
  bank: Bank,
  { buffer, password }: Input<typeof resetPassword>,
  { address, caller }: From,
): Promise<void> {
  const { db, clock } = bank
  const link = { token: buffer, purpose: 'reset' as const, now: clock.now() }
  const owner = await ownerOf(db.sql, link)
  if (owner === undefined) throw invalidLink()
  assertGoodPassword(bank.config, {
    password,
    field: 'password',
    tooShort: messages.passwordTooShort,
    personal: await personalOf(db.sql, owner),
  })
  const turn = { line: familiar, network: networkOf(address), customerId: owner }
  const passwordHash = await hashPassword(password, turn, bank.config.hashCost)
  await db.transaction(async (sql) => {
    const spent = await spendAddressLink(sql, link)
    if (!spent) throw invalidLink()
    const { customerId, address: mailedTo } = spent
    await lockCustomer(sql, customerId)
    await proveByReset(bank, sql, { customerId, mailedTo, caller })
    const [person] = await sql<{ username: string }>`
      update customers set password_hash = ${passwordHash} where id = ${customerId}
      returning username`
    if (!person) throw invalidLink()
    await startCooling(sql, customerId, link.now)
    await requirePasskey(sql, customerId)
    await endSessions(sql, customerId)
    await endCodeSteps(sql, customerId, link.now)
    for (const purpose of ['login', 'reset'] as const) {
      await voidLinks(sql, { customerId, purpose, now: link.now })
    }
    await clearAttempts(sql, signInBucket(person.username))
    await clearAttempts(sql, strangerBucket(person.username, address))
    await forgetDevices(sql, customerId)
    // Whoever reads the mail of a customer with an app or a passkey gets no new guesses by it.
    if (!(await isGuarded(sql, customerId))) {
      for (const bucket of [codeBucket, sentBucket]) await clearAttempts(sql, bucket(customerId))
      await noteDevice(bank, sql, { customerId, caller })
    }
    const done = { customerId, kind: 'password_reset', at: link.now } as const
    await noteEvent(sql, { ...done, caller, by: 'somebody' })
    await mailSecurity(bank, sql, customerId, {
      title: 'Your password was changed',
      body: 'Your password was changed and every device was signed out.',
      byReset: true,
    })
  })
}
