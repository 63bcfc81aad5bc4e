import { isAccountNumber } from '#accounts/number.ts'
import type { Bank, FoundAccount } from '#kernel/context.ts'
import { refusal } from '#kernel/failure.ts'
import { refundAttempt, spendAttempt } from '#limits/attempts.ts'

/** An account of this bank as a payee: no balance, no type. */
export type Payee = Pick<FoundAccount, 'id' | 'ownerId' | 'number' | 'holder'>

/** The payee of an account number, by exact match. */
export async function payeeByNumber(
  { findAccounts }: Pick<Bank, 'findAccounts'>,
  number: string,
): Promise<Payee | undefined> {
  if (!isAccountNumber(number)) return undefined
  const [payee] = await findAccounts({ publicIds: [], numbers: [number] })
  return payee
}

export const unknownPayee = (field: string) => refusal('unknown_payee', { field })

/** The holder's name for a number; misses are limited, so that names cannot be harvested. */
export async function resolveName(bank: Bank, customerId: bigint, number: string): Promise<string> {
  const { db, clock } = bank
  const now = clock.now()
  const misses = [
    { bucket: `resolve:hour:${customerId}`, max: 20, seconds: 3600, now },
    { bucket: `resolve:day:${customerId}`, max: 60, seconds: 86_400, now },
  ]
  await spendAttempt(db.sql, { bucket: `resolve:minute:${customerId}`, max: 20, seconds: 60, now })
  for (const limit of misses) await spendAttempt(db.sql, limit)
  const payee = await payeeByNumber(bank, number)
  if (!payee) throw unknownPayee('accountNumber')
  for (const { bucket } of misses) await refundAttempt(db.sql, bucket)
  return payee.holder
}
