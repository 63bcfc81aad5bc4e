import { endSessions, holdSession, type SignedIn } from '#auth/sessions.ts'
import { endCodeSteps } from '#auth/sign-in.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import { startCooling } from '#security/cooling.ts'
import { noteEvent } from '#security/note-event.ts'
import { tellChange } from './tell-change.ts'

type Person = { id: bigint; email: string; firstName: string; before: boolean }

/**
 * Stops everything, or lets it go again. Whoever sits there may stop it; only somebody who has just
 * proven to be the customer may let it go. The row of the customer is what every order locks first, so
 * none is under way any more when this has been answered.
 */
export async function setFrozen(
  bank: Bank,
  { customer, caller }: { customer: SignedIn; caller: Caller },
  frozen: boolean,
): Promise<{ Frozen: boolean }> {
  const { id: customerId, tokenHash } = customer
  const at = bank.clock.now()
  await bank.db.transaction(async (sql) => {
    const [person] = await sql<Person>`
      select id, email, first_name as "firstName", frozen_at is not null as before
      from customer_locked(${customerId})`
    if (!person) throw new Error('a session belongs to a customer')
    if (!frozen && person.before) await holdSession(bank, sql, customer)
    // Not once more where it is frozen: a stolen session could keep its owner out by asking on and on.
    if (person.before === frozen) return
    if (frozen) {
      await endSessions(sql, customerId, tokenHash)
      await endCodeSteps(sql, customerId, at)
    }
    await sql`update customers set frozen_at = ${frozen ? at : null} where id = ${customerId}`
    // Who thaws may be whom it was frozen for: strangers get small sums for a day.
    if (!frozen) await startCooling(sql, customerId, at)
    await noteEvent(sql, { customerId, kind: frozen ? 'frozen' : 'thawed', at, caller })
    await tellChange(bank, sql, person, frozen ? stopped : released)
  })
  return { Frozen: frozen }
}

const stopped = {
  title: 'Everything was frozen',
  body: 'Cards and outgoing money are stopped, and every other device was signed out.',
}

const released = {
  title: 'Everything was thawed',
  body: 'Cards and outgoing money go again.',
}
