import type { addPasskey, Input, Output, Passkey, passkeys } from '@passbook/contract'
import { messages } from '@passbook/contract'
import { knownSince } from '#auth/devices.ts'
import { listFull, passkeysMax } from '#auth/passkey-options.ts'
import { spendChallenge } from '#auth/passkeys.ts'
import { endSessions, holdSession, type SignedIn } from '#auth/sessions.ts'
import { endCodeSteps } from '#auth/sign-in.ts'
import { voidApprovals } from '#auth/void-since.ts'
import { siteOf, verifyMade } from '#auth/webauthn.ts'
import type { Sql } from '#db/db.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { isYoung, startCooling } from '#security/cooling.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { noteEvent } from '#security/note-event.ts'
import { tellChange } from './tell-change.ts'

/** The customer's passkeys, the newest first. */
export async function listPasskeys(
  { db, config }: Bank,
  customerId: bigint,
): Promise<Output<typeof passkeys>> {
  return { List: await shownPasskeys(db.sql, customerId), Site: siteOf(config)?.id ?? null }
}

const shownPasskeys = (sql: Sql, customerId: bigint) =>
  sql<Passkey>`
    select public_id as "Id", name as "Name", created_at as "Created", used_at as "Used"
    from passkeys where customer_id = ${customerId} order by id desc`

/** Saves a passkey. On an account that is not new that starts the cooling time. */
export async function savePasskey(
  bank: Bank,
  customer: SignedIn,
  { name, credential, caller }: Input<typeof addPasskey> & { caller: Caller },
): Promise<Passkey> {
  const { db, config, clock } = bank
  const asked = { credential, kind: 'add', customerId: customer.id } as const
  const challenge = await spendChallenge(bank, db.sql, asked)
  const made = await verifyMade(config, { credential, challenge })
  const at = clock.now()
  return db.transaction(async (sql) => {
    const [person] = await sql<{ createdAt: Date }>`
      select created_at as "createdAt" from customer_locked(${customer.id})`
    await holdSession(bank, sql, customer)
    const before = await shownPasskeys(sql, customer.id)
    if (!person || before.length >= passkeysMax) throw listFull()
    const [saved] = await sql<Passkey>`
      insert into passkeys(customer_id, credential_id, public_key, counter, name, created_at,
        device_since)
      values (${customer.id}, ${made.credentialId}, ${made.publicKey}, ${made.counter}, ${name},
        ${at}, ${await knownSince(bank, sql, { customerId: customer.id, caller })})
      on conflict do nothing
      returning public_id as "Id", name as "Name", created_at as "Created", used_at as "Used"`
    if (!saved) throw new Failure('passkey_known', messages.passkeyKnown)
    if (!isYoung(person.createdAt, at)) await startCooling(sql, customer.id, at)
    await endCodeSteps(sql, customer.id, at)
    await noteEvent(sql, {
      customerId: customer.id,
      kind: 'passkey_added',
      at,
      caller,
      detail: name,
    })
    await tellChange(bank, sql, customer, {
      title: 'A passkey was added',
      body: `The passkey ${name} can now sign in to your account and approve transfers.`,
    })
    return saved
  })
}

/** Forgets a passkey and signs out every other device: one of them may have come in with it. */
export async function forgetPasskey(
  bank: Bank,
  customer: SignedIn,
  { id, caller }: { id: string; caller: Caller },
): Promise<void> {
  const at = bank.clock.now()
  await bank.db.transaction(async (sql) => {
    await lockCustomer(sql, customer.id)
    await holdSession(bank, sql, customer)
    const [gone] = await sql<{ name: string }>`
      with gone as (
        delete from passkeys where customer_id = ${customer.id} and public_id::text = ${id}
        returning *)
      insert into removed_factors(customer_id, kind, factor, removed_at, device_since)
      select customer_id, 'passkey', to_jsonb(gone), ${at}::timestamptz,
        ${await knownSince(bank, sql, { customerId: customer.id, caller })}::timestamptz
      from gone returning factor->>'name' as name`
    if (!gone) throw new Failure('not_yours', messages.passkeyUnknown, { field: 'id' })
    // After a reset a passkey must follow the password: without the last one no sign-in could end.
    await sql`
      update customers c set passkey_required = false
      where id = ${customer.id} and passkey_required
        and not exists (select from passkeys p where p.customer_id = c.id)`
    await voidApprovals(sql, customer.id)
    await endSessions(sql, customer.id, customer.tokenHash)
    const { name } = gone
    await noteEvent(sql, {
      customerId: customer.id,
      kind: 'passkey_removed',
      at,
      caller,
      detail: name,
    })
    await tellChange(bank, sql, customer, {
      title: 'A passkey was removed',
      body: `The passkey ${name} no longer works. Every other device was signed out.`,
    })
  })
}
