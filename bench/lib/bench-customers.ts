import { randomBytes } from 'node:crypto'
import { newAccountNumber } from '../../server/src/accounts/number.ts'
import { hashToken, pinHmac } from '../../server/src/auth/secrets.ts'
import type { Db } from '../../server/src/db/db.ts'

/** A customer with a session and an account that has money in it. */
export type Person = { token: string; account: string; number: string }

export const pin = '2468'
const fundsMinor = 1_000_000_00n

/**
 * Writes customers, sessions and accounts straight into the tables: over HTTP hashing a thousand
 * passwords would take minutes. All that is measured goes over HTTP. Codes are off, PINs are on.
 */
export async function makePeople(db: Db, secretKey: string, count: number): Promise<Person[]> {
  const people: Person[] = []
  // One statement for thousands would take longer than a statement may.
  for (let from = 0; from < count; from += groupOf) {
    const names = Array.from(
      { length: Math.min(groupOf, count - from) },
      (_, index) => `person${from + index}`,
    )
    people.push(...(await makeGroup(db, secretKey, names)))
  }
  return people
}

const groupOf = 200

async function makeGroup(db: Db, secretKey: string, names: string[]): Promise<Person[]> {
  const made = await db.sql<{ id: bigint }>`
    insert into customers(username, username_key, email, email_key, password_hash, first_name,
      last_name, phone, sex, occupation, country, state, city, kin_first_name, kin_last_name,
      kin_relationship, kin_phone, kin_occupation, kin_address, use_otp, created_at)
    select name, name, name || '@example.com', name || '@example.com', '!', 'Ada', 'Example',
      '5551234567', 'female', 'Tester', 'us', 'Ohio', 'Dayton', 'Next', 'Ofkin', 'friend',
      '5551234567', 'Tester', 'Dayton', false, now()
    from unnest(${names}::text[]) name returning id`
  const ids = made.map(({ id }) => id)
  const tokens = ids.map(() => randomBytes(32).toString('base64url'))
  await db.sql`
    update customers c set pin_hmac = u.hmac
    from unnest(${ids}::int8[], ${ids.map((id) => pinHmac(secretKey, id, pin))}::text[]) u(id, hmac)
    where c.id = u.id`
  await db.sql`
    insert into sessions(token_hash, customer_id, created_at, last_used_at, expires_at)
    select u.hash, u.id, now(), now(), now() + interval '8 hours'
    from unnest(${tokens.map(hashToken)}::text[], ${ids}::int8[]) u(hash, id)`
  await db.sql`
    insert into accounts(account_id, owner_id, number, name, type)
    select (ledger_open(u.id, null, 'usd', 0, now())).o_id, u.id, u.number, 'Main', 'savings'
    from unnest(${ids}::int8[], ${[...new Set(ids.map(newAccountNumber))]}::text[]) u(id, number)
    where u.number is not null`
  await db.sql`
    select ledger_post(null, null, null, 'deposit.bank', '', jsonb_build_array(
      jsonb_build_object('account', c.id, 'amount', ${-fundsMinor}::int8),
      jsonb_build_object('account', a.account_id, 'amount', ${fundsMinor}::int8,
        'line', '{"method": "bank"}'::jsonb)), now(), current_date)
    from accounts a, ledger_accounts c
    where c.code = ledger_house('clearing', 'usd', a.account_id) and a.owner_id = any(${ids}::int8[])`
  const accounts = await db.sql<{ ownerId: bigint; account: string; number: string }>`
    select a.owner_id as "ownerId", l.public_id as account, a.number
    from accounts a join ledger_accounts l on l.id = a.account_id
    where a.owner_id = any(${ids}::int8[])`
  const tokenOf = new Map(ids.map((id, index) => [id, tokens[index] ?? '']))
  return accounts.map(({ ownerId, account, number }) => ({
    token: tokenOf.get(ownerId) ?? '',
    account,
    number,
  }))
}
