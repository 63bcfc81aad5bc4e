import { messages } from '@passbook/contract'
import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { refundAttempt, spendAttempt } from '#limits/attempts.ts'
import { noteEvent } from '#security/events.ts'
import { passwordMatches } from './password.ts'
import { refreshSession, type SignedIn } from './sessions.ts'

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

/** Makes a session fresh for somebody who knows the password. */
export async function reauthenticateByPassword(
  bank: Bank,
  customer: SignedIn,
  { password, caller }: { password: string; caller: Caller },
): Promise<{ FreshUntil: Date }> {
  const wrong = () =>
    new Failure('password_wrong', messages.currentPasswordWrong, { field: 'password' })
  await provePassword(bank, customer.id, password, wrong)
  const at = bank.clock.now()
  return bank.db.transaction(async (sql) => {
    const FreshUntil = await refreshSession(sql, customer.tokenHash, at)
    await noteEvent(sql, { customerId: customer.id, kind: 'reauthenticated', at, caller })
    return { FreshUntil }
  })
}
