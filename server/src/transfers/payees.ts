import { type CurrencyCode, messages } from '@passbook/contract'
import { isAccountNumber } from '#accounts/number.ts'
import type { Bank } from '#bank.ts'
import type { Sql } from '#db/db.ts'
import { Failure } from '#failure.ts'
import { giveBackTry, takeTry } from '#http/limits.ts'

/** An account of this bank as a payee: no balance, no type. */
export type Payee = {
  accountId: bigint
  publicId: string
  ownerId: bigint
  number: string
  name: string
  currency: CurrencyCode
}

/** The payee of an account number, by exact match. */
export async function payeeByNumber(sql: Sql, number: string): Promise<Payee | undefined> {
  if (!isAccountNumber(number)) return undefined
  const [payee] = await sql<Payee>`
    select a.account_id as "accountId", l.public_id as "publicId", a.owner_id as "ownerId", a.number,
      c.first_name || ' ' || c.last_name as name, l.currency
    from accounts a join ledger_accounts l on l.id = a.account_id join customers c on c.id = a.owner_id
    where a.number = ${number} and l.closed_at is null`
  return payee
}

export const unknownPayee = () => new Failure('unknown_account', messages.payeeUnknown)

/** The holder's name for a number; misses are limited, so that names cannot be harvested. */
export async function resolveName(
  { db, clock }: Bank,
  customerId: bigint,
  number: string,
): Promise<string> {
  const now = clock.now()
  const misses = [
    { bucket: `resolve:hour:${customerId}`, max: 20, seconds: 3600, now },
    { bucket: `resolve:day:${customerId}`, max: 60, seconds: 86_400, now },
  ]
  await takeTry(db.sql, { bucket: `resolve:minute:${customerId}`, max: 20, seconds: 60, now })
  for (const limit of misses) await takeTry(db.sql, limit)
  const payee = await payeeByNumber(db.sql, number)
  if (!payee) throw unknownPayee()
  for (const { bucket } of misses) await giveBackTry(db.sql, bucket)
  return payee.name
}
