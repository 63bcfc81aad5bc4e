import { type Beneficiary, isAccountNumber, messages, uuid } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { glanceOf } from '#kernel/look-alikes.ts'
import { findCounted } from '#limits/lookups.ts'
import { lockCustomer } from '#security/customer-lock.ts'

/** A recipient as a customer keeps it. */
export type Recipient = {
  type: string
  accountNumber: string
  accountName: string
  bankName?: string
  swift?: string
  now: Date
}

/** The list comes in one reply, so it has an end; nobody pays more people than this. */
export const recipientsMax = 500

/**
 * Keeps a recipient; the same type and number is updated, never doubled. Tells whether there was
 * room: a transfer that has been made does not fail for want of it.
 */
export async function saveRecipient(
  sql: Sql,
  customerId: bigint,
  { type, accountNumber, accountName, bankName = '', swift = '', now }: Recipient,
): Promise<boolean> {
  const rows = await sql`
    insert into beneficiaries(customer_id, type, account_number, account_name, bank_name, swift,
      created_at)
    select ${customerId}, ${type}, upper(${accountNumber}), ${accountName}, ${bankName},
      upper(${swift}), ${now}
    where (select count(*) from beneficiaries where customer_id = ${customerId}) < ${recipientsMax}
      or exists (select from beneficiaries where customer_id = ${customerId} and type = ${type}
        and account_number = upper(${accountNumber}))
    on conflict (customer_id, type, account_number) do update
      set account_name = excluded.account_name, bank_name = excluded.bank_name,
        swift = excluded.swift
    returning 1`
  return rows.length > 0
}

/**
 * Who holds a number of this bank. One that nobody holds could never be paid, so it is not kept; and
 * it counts as a miss, or names could be found by saving.
 */
export async function holderOf(bank: Bank, customerId: bigint, number: string): Promise<string> {
  const { db, clock, findAccounts } = bank
  const found =
    isAccountNumber(number) &&
    (await findCounted(db.sql, { customerId, now: clock.now() }, async () => {
      const [account] = await findAccounts({ publicIds: [], numbers: [number] })
      return account
    }))
  if (found) return found.holder
  throw new Failure('unknown_payee', messages.beneficiaryNumberInvalid, { field: 'account_number' })
}

/** Keeps a recipient for somebody who waits for the answer. */
export async function addRecipient(
  sql: Sql,
  customerId: bigint,
  recipient: Recipient,
): Promise<void> {
  if (await saveRecipient(sql, customerId, recipient)) return
  throw new Failure('list_full', `You can keep at most ${recipientsMax} recipients`, {
    data: { max: recipientsMax },
  })
}

/**
 * Keeps the payee of a transfer that has been made where that leads money for nobody elsewhere: a
 * transfer wants no fresh session, so it adds a recipient and changes none.
 */
export async function keepNewRecipient(
  { db }: Pick<Bank, 'db'>,
  customerId: bigint,
  recipient: Recipient,
): Promise<void> {
  await db.transaction(async (sql) => {
    await lockCustomer(sql, customerId)
    if (await replacesSomebody(sql, customerId, recipient)) return
    await saveRecipient(sql, customerId, recipient)
  })
}

/**
 * Whether saving this could lead money for somebody on the list elsewhere: the number gets another
 * name or bank, or the name another number. Whoever finds a page open could do that without being
 * noticed, so it needs a fresh session. The names of this bank's own customers are not typed.
 */
export async function replacesSomebody(
  sql: Sql,
  customerId: bigint,
  { type, accountNumber, accountName, bankName = '', swift = '' }: Recipient,
): Promise<boolean> {
  if (type === 'local transfer') return false
  const kept = await sql<{ isSame: boolean; name: string; bank: string; swift: string }>`
    select type = ${type} and account_number = upper(${accountNumber}) as "isSame",
      account_name as name, bank_name as bank, swift
    from beneficiaries where customer_id = ${customerId}`
  return kept.some(({ isSame, name, bank, swift: code }) => {
    const isNamed = looksLike(name, accountName)
    if (!isSame) return isNamed
    return !isNamed || !looksLike(bank, bankName) || !looksLike(code, swift)
  })
}

/** Whether two names are one to whoever reads them on a list. */
const looksLike = (one: string, other: string): boolean => glanceOf(one) === glanceOf(other)

/** A customer's recipients by name. */
export async function recipientsOf(sql: Sql, customerId: bigint): Promise<Beneficiary[]> {
  return sql<Beneficiary>`
    select public_id as "Id", type as "Type", bank_name as "BankName",
      account_name as "AccountName", account_number as "AccountNumber", swift as "Swift"
    from beneficiaries where customer_id = ${customerId}
    order by lower(account_name), id`
}

/** Forgets a recipient. Another's and an unknown one get the same answer. */
export async function deleteRecipient(
  sql: Sql,
  customerId: bigint,
  publicId: string,
): Promise<void> {
  const gone = uuid.test(publicId)
    ? await sql`
        delete from beneficiaries where public_id = ${publicId} and customer_id = ${customerId}
        returning 1`
    : []
  if (gone.length === 0) throw new Failure('not_yours', messages.recipientUnknown)
}
