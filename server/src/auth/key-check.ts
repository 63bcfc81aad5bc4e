import type { Sql } from '#db/db.ts'
import { type Keys, keyCheck, keyId, keysOf } from '#kernel/secret-key.ts'

const wrongKey =
  'SECRET_KEY is not the key that this bank is under. With another one every PIN, code and card would be wrong, and customers locked out, so nothing was done. Set the right key; to change it, name the one of before in SECRET_KEY_OLD. If the right one is lost for good: npm run bank -- accept-key.'

/**
 * For a server that starts: throws where its key is not the bank's. The first start says which key that
 * is, and one with the bank's key in SECRET_KEY_OLD changes it.
 */
export async function mustHaveKey(sql: Sql, keys: Keys, now: Date): Promise<void> {
  const [known] = await sql`select from key_check`
  if (!known) {
    if (!(await cardsAgree(sql, keys))) throw new Error(wrongKey)
    await sql`
      insert into key_check(hmac, since) values (${keyCheck(keys.secretKey)}, ${now})
      on conflict do nothing`
  }
  const olds = keys.oldSecretKeys.map(keyCheck)
  await sql`
    update key_check set hmac = ${keyCheck(keys.secretKey)}, since = ${now}
    where hmac = any(${olds}::text[]) and hmac <> ${keyCheck(keys.secretKey)}`
  if (!(await isUnder(sql, [keys.secretKey]))) throw new Error(wrongKey)
}

/**
 * For a command that is run beside the servers, which may have a key that they change to, or from; and
 * for a server before it brings the database up to date, which cannot be undone. A database without a
 * key yet says nothing.
 */
export async function mustKnowKey(sql: Sql, keys: Keys): Promise<void> {
  const [table] = await sql`select where to_regclass('key_check') is not null`
  if (!table) return
  const [known] = await sql`select from key_check`
  if (known && !(await isUnder(sql, keysOf(keys)))) throw new Error(wrongKey)
}

/** Puts the bank under this key, whatever it was under before; answers whether that was another. */
export async function acceptKey(sql: Sql, { secretKey }: Keys, now: Date): Promise<boolean> {
  const changed = await sql`
    insert into key_check as k (hmac, since) values (${keyCheck(secretKey)}, ${now})
    on conflict (only_one) do update set hmac = excluded.hmac, since = excluded.since
    where k.hmac <> excluded.hmac
    returning 1`
  return changed.length > 0
}

async function isUnder(sql: Sql, keys: readonly string[]): Promise<boolean> {
  const checks = keys.map(keyCheck)
  const [found] = await sql`select from key_check where hmac = any(${checks}::text[])`
  return found !== undefined
}

/** A bank from before keys were checked has cards that name theirs; one without cards has nothing to say. */
async function cardsAgree(sql: Sql, keys: Keys): Promise<boolean> {
  const ids = keysOf(keys).map(keyId)
  const [row] = await sql<{ agree: boolean }>`
    select not exists (select from cards where cvv_key is not null)
      or exists (select from cards where cvv_key = any(${ids}::text[])) as agree`
  return row?.agree === true
}
