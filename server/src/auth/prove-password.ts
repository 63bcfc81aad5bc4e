import type { Bank } from '#kernel/context.ts'
import type { Failure } from '#kernel/failure.ts'
import { refundAttempt, spendAttempt } from '#limits/attempts.ts'
import { passwordMatches } from './password.ts'

/** The hash that a password matches. A try is counted before the costly look at it. */
export async function provePassword(
  { db, clock }: Bank,
  customerId: bigint,
  password: string,
  wrong: () => Failure,
): Promise<string> {
  // One bucket for every call that asks for the password of a session.
  const bucket = `password:${customerId}`
  await spendAttempt(db.sql, { bucket, max: 10, seconds: 900, now: clock.now() })
  const [row] = await db.sql<{ hash: string }>`
    select password_hash as hash from customers where id = ${customerId}`
  const right = await passwordMatches(password, row?.hash).catch(async (error) => {
    // A bank too busy to look at a password must not hold that against its customer.
    await refundAttempt(db.sql, bucket)
    throw error
  })
  if (!right || !row) throw wrong()
  await refundAttempt(db.sql, bucket)
  return row.hash
}
