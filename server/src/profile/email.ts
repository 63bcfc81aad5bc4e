import { messages } from '@passbook/contract'
import { freeAddress, takeAddress } from '#auth/free-address.ts'
import {
  addressLinkMinutes,
  claimantOf,
  isKept,
  issueLink,
  spendAddressLink,
  voidLaterUndos,
  voidLinks,
} from '#auth/links.ts'
import { keepFormerAddress, settleFormerAddress } from '#auth/mail-address.ts'
import { provePassword } from '#auth/prove-password.ts'
import { mailResetLink } from '#auth/reset.ts'
import { endSessions, holdSession, isOwnSession, type SignedIn } from '#auth/sessions.ts'
import { endCodeSteps } from '#auth/sign-in.ts'
import { undoSince } from '#auth/void-since.ts'
import type { Sql } from '#db/db.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure, invalid, refusal } from '#kernel/failure.ts'
import { nameKey } from '#kernel/name-key.ts'
import { spendAttempt } from '#limits/attempts.ts'
import { emailChangedMail, recoveryMail, verifyEmailMail } from '#mail/notices.ts'
import type { Reader } from '#mail/templates.ts'
import { notify } from '#notifications/notifications.ts'
import { startCooling } from '#security/cooling.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { noteEvent } from '#security/note-event.ts'
import { tellChange } from './tell-change.ts'

// Each change mails an address that nobody has proven, so successes are counted as well.
const changesPerHour = 10
/** The address may be a stranger's, who must not be flooded. */
const linksPerHour = 3

/** The same answer for an address that is no good, unchanged or another customer's. */
const refused = () => invalid('newEmail', messages.emailInvalid)
const deadLink = () => refusal('link_invalid')

/**
 * Changes the address at once. The old one gets a notice that can undo it, and for some days what
 * opens the account: the call may come from somebody who has nothing but the session.
 */
export async function changeAddress(
  bank: Bank,
  customer: SignedIn,
  { address, caller }: { address: string; caller: Caller },
): Promise<void> {
  const { db, clock } = bank
  const now = clock.now()
  const bucket = `email:change:${customer.id}`
  await spendAttempt(db.sql, { bucket, max: changesPerHour, seconds: 3600, now })
  await refusingTaken(refused, () =>
    db.transaction(async (sql) => {
      const [person] = await sql<Reader>`
        select email, first_name as "firstName", email_verified as "isProven"
        from customer_locked(${customer.id})`
      await holdSession(bank, sql, customer)
      if (!person || nameKey(person.email) === nameKey(address)) throw refused()
      // One that nobody has proven may be a stranger's, who must be able to have it.
      const { first, proven } = await keepFormerAddress(sql, customer.id, now)
      const keeps = person.isProven || (first && proven)
      await freeAddress(bank, sql, address)
      await sql`
        update customers set email = ${address}, email_key = ${nameKey(address)},
          email_verified = false, email_answers = false
        where id = ${customer.id}`
      // Only now: whoever held the address until this moment has committed its undo link.
      if (await isKept(sql, { address, customerId: customer.id, now })) throw refused()
      await startCooling(sql, customer.id, now)
      await voidSent(sql, customer.id, now)
      await endSessions(sql, customer.id, customer.tokenHash)
      if (!first) await holdFormerAddress(sql, customer.id, now)
      await mailBoth(bank, sql, { id: customer.id, now, old: person, address, keeps })
      await notify(sql, customer.id, {
        title: 'Your e-mail address was changed',
        body: 'The old address has got a link that puts it back, for 3 days.',
        now: clock.businessNow(),
      })
      await noteEvent(sql, { customerId: customer.id, kind: 'email_changed', at: now, caller })
    }),
  )
}

/**
 * Keeps the address of before the first change from others for three days more: "This was not me" can
 * still put it back so long. What keeps it is an undo link that nobody is mailed, since the one of the
 * first change goes back further. It is made before this change's own, which would void a later one.
 */
async function holdFormerAddress(sql: Sql, customerId: bigint, now: Date): Promise<void> {
  const [former] = await sql<{ address: string }>`
    select former_email as address from customers
    where id = ${customerId} and former_email_verified and former_email <> email`
  if (!former) return
  const { address } = former
  // Whoever has taken it since keeps it.
  const taken = await sql`select from customers where email_key = ${nameKey(address)}`
  if (taken.length > 0) return
  const undo = { customerId, purpose: 'undo-email', now, minutes: addressLinkMinutes } as const
  await issueLink(sql, { ...undo, address, keeps: true })
}

/** What was mailed to the address of before must not work after it. */
async function voidSent(sql: Sql, customerId: bigint, now: Date): Promise<void> {
  await endCodeSteps(sql, customerId, now)
  await voidLinks(sql, { customerId, purpose: 'reset', now })
  await voidLinks(sql, { customerId, purpose: 'login', now })
}

async function mailBoth(
  { config, mailer }: Bank,
  sql: Sql,
  change: {
    id: bigint
    now: Date
    old: Reader
    address: string
    keeps: boolean
  },
): Promise<void> {
  const { id: customerId, now, old, address, keeps } = change
  const shared = { customerId, now, minutes: addressLinkMinutes }
  const verify = await issueLink(sql, { ...shared, purpose: 'verify-email', address })
  const verifyLink = `${config.publicUrl}/verify-email/${verify.token}`
  // There was none where the bank had to give it to somebody else.
  if (old.email !== '') {
    const to = { purpose: 'undo-email', address: old.email, keeps } as const
    const undo = await issueLink(sql, { ...shared, ...to })
    const undoLink = `${config.publicUrl}/undo-email/${undo.token}`
    await mailer.queue(sql, emailChangedMail(old, undoLink, undo.expiresAt))
  }
  const fresh = { ...old, email: address, isProven: false }
  await mailer.queue(sql, verifyEmailMail(fresh, verifyLink, verify.expiresAt))
}

/** Mails the link that proves the customer's address once more, where it is not proven yet. */
export async function mailVerification(bank: Bank, customerId: bigint): Promise<void> {
  const { db, clock, config, mailer } = bank
  const now = clock.now()
  const bucket = `email:verify:${customerId}`
  await spendAttempt(db.sql, { bucket, max: linksPerHour, seconds: 3600, now })
  await db.transaction(async (sql) => {
    const [person] = await sql<Reader>`
      select email, first_name as "firstName", email_verified as "isProven"
      from customer_locked(${customerId})`
    if (!person || person.isProven || person.email === '') return
    const verify = await issueLink(sql, {
      customerId,
      now,
      minutes: addressLinkMinutes,
      purpose: 'verify-email',
      address: person.email,
    })
    const link = `${config.publicUrl}/verify-email/${verify.token}`
    await mailer.queue(sql, verifyEmailMail(person, link, verify.expiresAt))
  })
}

type Proof = {
  token: string
  /** What shows that the mail's reader is who signed up, where no session does. */
  password?: string | undefined
  /** The reader knows nothing of this customer. */
  disown?: boolean | undefined
  session: string | undefined
  caller: Caller
}

/**
 * Proves an address by the link sent to it, as long as it still is the customer's. Anybody can sign up
 * with a stranger's address, who would prove it by a press: that is done in a session of the customer or
 * with the password. Whoever has neither can say that the address is theirs and the customer is not.
 */
export async function proveAddress(bank: Bank, proof: Proof): Promise<void> {
  const { db, clock } = bank
  const { token, session, password, disown = false, caller } = proof
  const now = clock.now()
  const link = { token, purpose: 'verify-email', now } as const
  const customerId = await claimantOf(db.sql, link)
  if (customerId === undefined) throw deadLink()
  const isOwn =
    session !== undefined && (await isOwnSession(bank, db.sql, { token: session, customerId }))
  if (!isOwn && !disown) {
    if (!password) throw refusal('proof_needed')
    const wrong = () =>
      new Failure('password_wrong', messages.currentPasswordWrong, { field: 'password' })
    await provePassword(bank, { customerId, caller }, password, wrong)
  }
  await db.transaction(async (sql) => {
    await lockCustomer(sql, customerId)
    const spent = await spendAddressLink(sql, link)
    const [claimed] = await sql<{ proven: boolean }>`
      select email_verified as proven from customers
      where id = ${customerId} and email = ${spent?.address ?? ''}`
    if (!spent || !claimed || (disown && claimed.proven)) throw deadLink()
    if (disown) return takeAddress(bank, sql, { customerId, by: 'somebody', caller })
    await sql`update customers set email_verified = true where id = ${customerId}`
    const by = isOwn ? 'customer' : 'somebody'
    await noteEvent(sql, { customerId, kind: 'email_proven', at: now, caller, by })
  })
}

/**
 * Puts the address back that a link was sent to, and ends every session and all that was mailed or
 * set up since: whoever changed the address may still be there, and may know or have chosen the
 * password. An address that was proven before the change is proven again; of any other the reset proves
 * it, which also takes away what a stranger has set up. Of an address that was changed twice that mail goes
 * to the first, so that a thief gains nothing by undoing his own.
 */
export async function undoAddress(
  bank: Bank,
  { token, caller }: { token: string; caller: Caller },
): Promise<void> {
  const { db, clock } = bank
  const now = clock.now()
  await refusingTaken(deadLink, () =>
    db.transaction(async (sql) => {
      const spent = await spendAddressLink(sql, { token, purpose: 'undo-email', now })
      if (!spent) throw deadLink()
      const { customerId, address } = spent
      await lockCustomer(sql, customerId)
      const [person] = await sql<{ id: bigint; email: string; firstName: string }>`
        update customers set email = ${address}, email_key = ${nameKey(address)},
          email_verified = former_email_verified and former_email = ${address}, email_answers = false
        where id = ${customerId} returning id, email, first_name as "firstName"`
      if (!person) throw deadLink()
      await voidLaterUndos(sql, { ...spent, now })
      await voidSent(sql, customerId, now)
      await voidLinks(sql, { customerId, purpose: 'verify-email', now })
      await endSessions(sql, customerId)
      await settleFormerAddress(sql, customerId)
      const event = { customerId, since: spent.createdAt, now, sparesKnown: false }
      const detail = await undoSince(sql, event)
      await tellChange(bank, sql, person, {
        title: 'Your e-mail address was put back',
        body: 'This is the address of your profile again, and every device was signed out.',
      })
      await mailResetLink(bank, sql, customerId, recoveryMail)
      const put = { customerId, kind: 'email_put_back', at: now } as const
      await noteEvent(sql, { ...put, caller, by: 'somebody', detail })
    }),
  )
}

/** Of two who want one address at the same moment the database refuses one. */
async function refusingTaken(refusal: () => Failure, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as { code?: unknown }).code === '23505') throw refusal()
    throw error
  }
}
