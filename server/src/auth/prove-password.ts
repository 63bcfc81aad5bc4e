import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import type { Failure } from '#kernel/failure.ts'
import { refundAttempt, spendAttempt } from '#limits/attempts.ts'
import type { Turn } from '#limits/fair-queue.ts'
import { noteOften } from '#security/note-event.ts'
import { passwordMatches } from './password.ts'
import { familiar } from './queues.ts'

/** The queue for what a session asks. */
export const turnOf = (customerId: bigint, { network }: Caller): Turn => ({
  line: familiar,
  network,
  customerId,
})

/**
 * The hash that a password matches. A try is counted before the costly look at it, and a wrong one is
 * noted: somebody guesses who sits at a page that is signed in.
 */
export async function provePassword(
  { db, clock, config }: Bank,
  { customerId, caller }: { customerId: bigint; caller: Caller },
  password: string,
  wrong: () => Failure,
): Promise<string> {
  const now = clock.now()
  // One bucket for every call that asks for the password of a session.
  const bucket = `password:${customerId}`
  await spendAttempt(db.sql, { bucket, max: 10, seconds: 900, now })
  const [row] = await db.sql<{ hash: string }>`
    select password_hash as hash from customers where id = ${customerId}`
  const turn = turnOf(customerId, caller)
  const right = await passwordMatches(password, row?.hash, turn, config.hashCost).catch(
    async (error) => {
      // A bank too busy to look at a password must not hold that against its customer.
      await refundAttempt(db.sql, bucket)
      throw error
    },
  )
  if (!right || !row) {
    const tried = { customerId, kind: 'password_wrong', at: now } as const
    await noteOften(db.sql, { ...tried, caller, by: 'somebody' })
    throw wrong()
  }
  await refundAttempt(db.sql, bucket)
  return row.hash
}
