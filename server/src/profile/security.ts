import { type Input, messages, type savePassword, type savePin } from '@passbook/contract'
import { knownSince } from '#auth/devices.ts'
import { voidLinks } from '#auth/links.ts'
import { hashPassword } from '#auth/password.ts'
import { assertGoodPassword, personalOf } from '#auth/password-rules.ts'
import { provePassword, turnOf } from '#auth/prove-password.ts'
import { pinHmac } from '#auth/secrets.ts'
import { endSessions, holdSession, type SignedIn } from '#auth/sessions.ts'
import { endCodeSteps } from '#auth/sign-in.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure, invalid, refusal } from '#kernel/failure.ts'
import { isYoung, startCooling } from '#security/cooling.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { noteEvent, noteOften } from '#security/note-event.ts'
import { tellChange } from './tell-change.ts'

/** Who asks, and from where. */
type Asker = { customer: SignedIn; caller: Caller }
type Person = { id: bigint; email: string; firstName: string }

const others = 'Every other device was signed out.'

/** Changes the password for somebody who knows the old one; other sessions end. */
export async function changePassword(
  bank: Bank,
  { customer, caller }: Asker,
  { old_password, new_password }: Input<typeof savePassword>,
): Promise<void> {
  const wrong = () =>
    new Failure('password_wrong', messages.oldPasswordWrong, { field: 'old_password' })
  const who = { customerId: customer.id, caller }
  const oldHash = await provePassword(bank, who, old_password, wrong)
  if (new_password === old_password) throw invalid('new_password', messages.passwordUnchanged)
  assertGoodPassword(bank.config, {
    password: new_password,
    field: 'new_password',
    tooShort: messages.passwordTooShort,
    personal: await personalOf(bank.db.sql, customer.id),
  })
  const { hashCost } = bank.config
  const newHash = await hashPassword(new_password, turnOf(customer.id, caller), hashCost)
  const now = bank.clock.now()
  await bank.db.transaction(async (sql) => {
    await lockCustomer(sql, customer.id)
    // The proof counts only as long as it is the same password: another change may have come first.
    const [person] = await sql<Person>`
      update customers set password_hash = ${newHash}, passkey_required = false
      where id = ${customer.id} and password_hash = ${oldHash}
      returning id, email, first_name as "firstName"`
    if (!person) throw wrong()
    await endSessions(sql, customer.id, customer.tokenHash)
    await endCodeSteps(sql, customer.id, now)
    await voidLinks(sql, { customerId: customer.id, purpose: 'reset', now })
    await voidLinks(sql, { customerId: customer.id, purpose: 'login', now })
    await noteEvent(sql, { customerId: person.id, kind: 'password_changed', at: now, caller })
    await tellChange(bank, sql, person, { title: 'Your password was changed', body: others })
  })
}

/**
 * Saves a PIN and forgets all wrong tries; it is the way out of a locked PIN and locked codes. Whoever
 * has the password can do it, so strangers get small sums for a day, save for the first PIN of a new
 * customer.
 */
export async function changePin(
  bank: Bank,
  { customer, caller }: Asker,
  { newPin, password }: Input<typeof savePin>,
): Promise<void> {
  const wrong = () =>
    new Failure('password_wrong', messages.currentPasswordWrong, { field: 'password' })
  const who = { customerId: customer.id, caller }
  const proven = await provePassword(bank, who, password, wrong)
  const hmac = pinHmac(bank.config.secretKey, customer.id, newPin)
  await bank.db.transaction(async (sql) => {
    await lockCustomer(sql, customer.id)
    const [before] = await sql<{ pin: boolean; createdAt: Date }>`
      select pin_hmac is not null as pin, created_at as "createdAt" from customers
      where id = ${customer.id}`
    const [person] = await sql<Person>`
      update customers set pin_hmac = ${hmac}, pin_tries = 0, pin_tries_total = 0,
        pin_locked_until = null, otp_wrong = 0, lock_otp = false
      where id = ${customer.id} and password_hash = ${proven}
      returning id, email, first_name as "firstName"`
    if (!person) throw wrong()
    await endSessions(sql, customer.id, customer.tokenHash)
    const at = bank.clock.now()
    const isFirst = !before?.pin && isYoung(before?.createdAt ?? at, at)
    if (!isFirst) await startCooling(sql, person.id, at)
    await noteEvent(sql, { customerId: person.id, kind: 'pin_saved', at, caller })
    await tellChange(bank, sql, person, { title: 'Your PIN was saved', body: others })
  })
}

/** Switches the code at sign-in, where the customer may; other sessions end. Off needs a proof. */
export async function setTwoStep(
  bank: Bank,
  { customer, caller }: Asker,
  on: boolean,
): Promise<void> {
  const at = bank.clock.now()
  await bank.db.transaction(async (sql) => {
    const [person] = await sql<Person & { may: boolean; before: boolean }>`
      select id, email, first_name as "firstName", may_manage_login_code as may,
        use_login_code as before
      from customer_locked(${customer.id})`
    if (!person?.may) throw refusal('two_step_not_allowed')
    if (person.before === on) return
    if (!on) await holdSession(bank, sql, customer)
    await sql`update customers set use_login_code = ${on} where id = ${customer.id}`
    if (!on) {
      await startCooling(sql, customer.id, at)
      await sql`
        insert into removed_factors(customer_id, kind, factor, removed_at, device_since)
        values (${customer.id}, 'code', '{}', ${at},
          ${await knownSince(bank, sql, { customerId: customer.id, caller })})`
    }
    await endSessions(sql, customer.id, customer.tokenHash)
    const state = on ? 'on' : 'off'
    await noteEvent(sql, { customerId: person.id, kind: `two_step_${state}`, at, caller })
    await tellChange(bank, sql, person, {
      title: `2 Step Verification was switched ${state}`,
      body: others,
    })
  })
}

/** Switches the mail about movements. Told by mail as well: a thief would switch it off first. */
export async function setAlerts(
  bank: Bank,
  { customer, caller }: Asker,
  on: boolean,
): Promise<void> {
  const at = bank.clock.now()
  await bank.db.transaction(async (sql) => {
    const [person] = await sql<Person>`
      update customers set email_alerts = ${on}
      where id = ${customer.id} and email_alerts <> ${on}
      returning id, email, first_name as "firstName"`
    if (!person) return
    const state = on ? 'on' : 'off'
    const effect = on ? 'comes again' : 'no longer comes'
    await noteOften(sql, { customerId: person.id, kind: `alerts_${state}`, at, caller })
    await tellChange(bank, sql, person, {
      title: `Transaction alerts were switched ${state}`,
      body: `Mail about each movement ${effect} to this address.`,
      often: true,
    })
  })
}

/** How long the customer's transfers to new payees can be called back. */
export async function setUndoSeconds(
  { db }: Bank,
  customer: SignedIn,
  seconds: number,
): Promise<void> {
  await db.sql`update customers set undo_seconds = ${seconds} where id = ${customer.id}`
}
