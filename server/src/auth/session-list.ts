import { messages, type Session, uuid } from '@passbook/contract'
import { part } from '#db/db.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { noteEvent } from '#security/note-event.ts'
import { deviceIdOf, forgetDevices } from './devices.ts'
import { endSession, endThose, holdSession, isLive, type SignedIn } from './sessions.ts'

/** Where a customer is signed in, the session that asks first, then by last use. */
export async function sessionsOf(bank: Bank, customer: SignedIn): Promise<Session[]> {
  return bank.db.sql<Session>`
    select s.public_id as "Id", s.agent as "Device", s.address as "Address",
      s.created_at as "SignedIn", s.last_used_at as "LastUsed",
      s.public_id = ${customer.sessionId} as "Current"
    from sessions s join customers c on c.id = s.customer_id
    where s.customer_id = ${customer.id} and ${isLive(bank, bank.clock.now())}
    order by "Current" desc, s.last_used_at desc limit 100`
}

/** Ends the session that asks. */
export async function signOut(
  { db, clock }: Bank,
  { id: customerId, tokenHash }: SignedIn,
  caller: Caller,
): Promise<void> {
  await db.transaction(async (sql) => {
    await endSession(sql, tokenHash)
    await noteEvent(sql, { customerId, kind: 'signed_out', at: clock.now(), caller })
  })
}

/** Ends one session of a customer, or without an id all but the one that asks. */
export async function endOtherSessions(
  bank: Bank,
  customer: SignedIn,
  { id, caller }: { id: string; caller: Caller },
): Promise<void> {
  const { db, clock, config } = bank
  if (id !== '' && !uuid.test(id)) throw unknownSession()
  await db.transaction(async (sql) => {
    await lockCustomer(sql, customer.id)
    await holdSession(bank, sql, customer)
    // Who is sent away is a stranger next time: that sign-in is told by mail.
    if (id === '') await forgetDevices(sql, customer.id, deviceIdOf(config, caller))
    const named = id === '' ? part`public_id <> ${customer.sessionId}` : part`public_id = ${id}`
    const ended = await endThose(sql, part`customer_id = ${customer.id} and ${named}`)
    if (id !== '' && ended.length === 0) throw unknownSession()
    if (ended.length === 0) return
    await noteEvent(sql, {
      customerId: customer.id,
      kind: 'sessions_ended',
      at: clock.now(),
      caller,
      detail: id === '' ? `${ended.length}` : (ended[0] ?? ''),
    })
  })
}

/** Another's and an unknown one are the same. */
const unknownSession = () => new Failure('not_yours', messages.sessionUnknown)
