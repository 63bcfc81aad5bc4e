import { type Input, limits, messages, type signup } from '@passbook/contract'
import { openAccount } from '#accounts/accounts.ts'
import { issueCard } from '#cards/cards.ts'
import type { Sql } from '#db/db.ts'
import { networkOf } from '#kernel/addresses.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import { assertPersonName } from '#kernel/own-names.ts'
import { assertAttemptLeft, refundAttempt, spendAttempt } from '#limits/attempts.ts'
import { assertRoom, type Turn } from '#limits/fair-queue.ts'
import { welcomeMail } from '#mail/templates.ts'
import { notify } from '#notifications/notifications.ts'
import { assertFree, insertCustomer, isUsernameTaken, type NewCustomer } from './customers.ts'
import { freeAddress } from './free-address.ts'
import { addressLinkMinutes, isKept, issueLink } from './links.ts'
import { hashPassword } from './password.ts'
import { assertGoodPassword } from './password-rules.ts'
import { newcomers } from './queues.ts'

type Form = Input<typeof signup>

/**
 * How often one address may learn that a name is taken, by sign-up and look-up together. Many may ask at
 * once: the rate limit is looked at again behind each answer that would say "free", else those that it
 * refuses would be the taken ones. Counted beforehand, thirty people behind one address could not sign up.
 */
const takenLimit = (address: string, now: Date) => ({
  bucket: `signup:taken:${networkOf(address)}`,
  max: 20,
  seconds: 3600,
  now,
})

/** The last few are left to sign-ups: a look-up must not close the door to one. */
const takenByLookup = 15

/** Tells no more than a sign-up does, and that not more often. */
export async function isUsernameFree(
  { db, clock }: Bank,
  username: string,
  address: string,
): Promise<boolean> {
  const now = clock.now()
  const byLookup = { ...takenLimit(address, now), max: takenByLookup }
  await assertAttemptLeft(db.sql, byLookup)
  const asked = { bucket: `signup:asked:${networkOf(address)}`, max: 60, seconds: 3600, now }
  await spendAttempt(db.sql, asked)
  if (await isUsernameTaken(db.sql, username)) {
    await spendAttempt(db.sql, byLookup)
    return false
  }
  await assertAttemptLeft(db.sql, byLookup)
  return true
}

/** Opens a customer with a first account and its card, and says welcome; all of it or nothing. */
export async function signUp(bank: Bank, form: Form, address: string): Promise<bigint> {
  const { db, clock } = bank
  assertPersonName(bank.config.systemName, form)
  // A taken name must be told; how often one address may ask is limited.
  const limit = takenLimit(address, clock.now())
  await assertAttemptLeft(db.sql, limit)
  try {
    await assertFree(db.sql, clock.now(), form)
    await assertAttemptLeft(db.sql, limit)
    assertGoodPassword(bank.config, {
      password: form.password,
      field: 'password',
      tooShort: messages.newPasswordTooShort,
      guessed: messages.newPasswordMissing,
      personal: form,
    })
    return await countedByAddress(bank, address, async (turn) => {
      const passwordHash = await hashPassword(form.password, turn, bank.config.hashCost)
      return db.transaction(async (sql) => {
        const person = { ...personOf(form), passwordHash }
        const made = await welcome(bank, sql, person, form.account_type)
        await assertAttemptLeft(sql, limit)
        return made
      })
    })
  } catch (error) {
    if (isTaken(error)) await spendAttempt(db.sql, limit)
    throw error
  }
}

/** Counted before the costly hash, and given back where nobody became a customer. */
async function countedByAddress<Made>(
  { db, clock, config }: Bank,
  address: string,
  make: (turn: Turn) => Promise<Made>,
): Promise<Made> {
  const network = networkOf(address)
  const turn = { line: newcomers, network }
  assertRoom(turn)
  const bucket = `signup:made:${network}`
  const limit = { bucket, max: config.signupsPerHour, seconds: 3600, now: clock.now() }
  await spendAttempt(db.sql, limit)
  try {
    return await make(turn)
  } catch (error) {
    await refundAttempt(db.sql, bucket)
    throw error
  }
}

const isTaken = (error: unknown) =>
  error instanceof Failure && (error.code === 'username_taken' || error.code === 'email_taken')

/** The same for the operator's seed, which knows its customers beforehand. */
export async function welcome(
  bank: Bank,
  sql: Sql,
  person: NewCustomer,
  accountType: string,
): Promise<bigint> {
  const { clock, config, mailer } = bank
  await freeAddress(bank, sql, person.email)
  const [now, opened] = [clock.now(), clock.businessNow()]
  const customerId = await insertCustomer(sql, now, person)
  if (await isKept(sql, { address: person.email, customerId, now })) {
    throw refusal('email_taken')
  }
  const name = `${person.firstName} ${person.lastName}`
  const account = await openAccount(sql, customerId, {
    type: accountType,
    currency: 'usd',
    name,
    now: opened,
  })
  await issueCard(sql, { accountId: account.id, now: opened, secretKey: config.secretKey })
  const login = await issueLink(sql, {
    customerId,
    purpose: 'login',
    now,
    minutes: limits.loginLinkMinutes,
  })
  const verify = await issueLink(sql, {
    customerId,
    purpose: 'verify-email',
    now,
    minutes: addressLinkMinutes,
    address: person.email,
  })
  const links = {
    login: `${config.publicUrl}/user-login/${login.token}`,
    verify: `${config.publicUrl}/verify-email/${verify.token}`,
  }
  const reader = { ...person, isProven: false }
  await mailer.queue(sql, welcomeMail(reader, config.systemName, links))
  await notify(sql, customerId, {
    title: `Welcome to ${config.systemName}`,
    body: 'Your account is open. Set a PIN in your profile before your first transfer.',
    now: opened,
  })
  return customerId
}

/** What a sign-up form says about the person. */
export function personOf(form: Form): Omit<NewCustomer, 'passwordHash'> {
  return {
    username: form.username,
    email: form.email,
    firstName: form.firstName,
    middleName: form.middleName,
    lastName: form.lastName,
    phone: form.phone,
    sex: form.sex,
    bornOn: form.dob || null,
    occupation: form.occupation,
    country: form.country,
    state: form.state,
    city: form.city,
    street: form.street,
    kin: {
      firstName: form.kinname,
      lastName: form.kinsurname,
      relationship: form.kinrelaionship,
      phone: form.kinphone,
      email: form.kinemail,
      occupation: form.kinoccupation,
      address: form.kinaddress,
    },
  }
}
