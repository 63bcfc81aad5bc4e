import { createHmac, randomInt } from 'node:crypto'
import { type Card, type CurrencyCode, convertMinor, currencies } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { refusal } from '#kernel/failure.ts'
import { type Keys, keyId } from '#kernel/secret-key.ts'

const yearsValid = 4

type Issued = {
  accountId: bigint
  now: Date
  secretKey: string
  state?: 'active' | 'frozen'
  /** The lost card that it takes the place of, with what its holder has set. */
  replaces?: { id: string; lastFour: string }
}

/** Issues a debit card on an open account; one comes with a customer's first. */
export async function issueCard(
  sql: Sql,
  { accountId, now, secretKey, state = 'active', replaces }: Issued,
): Promise<void> {
  // Its holder must be able to tell it from the one that it replaces.
  const other = Number(replaces?.lastFour ?? -1)
  const drawn = randomInt(10_000)
  const lastFour = String(drawn === other ? (drawn + 1) % 10_000 : drawn).padStart(4, '0')
  const issued = await sql`
    insert into cards(customer_id, account_id, last_four, expiry_month, expiry_year, issued_at,
      cvv_key, state, replaces, day_limit_minor, payment_limit_minor, online, abroad)
    select accounts.owner_id, accounts.account_id, ${lastFour}, ${now.getUTCMonth() + 1}::int4,
      ${now.getUTCFullYear() + yearsValid}::int4, ${now}::timestamptz, ${keyId(secretKey)},
      ${state}, c.id, c.day_limit_minor, c.payment_limit_minor, coalesce(c.online, true),
      coalesce(c.abroad, true)
    from accounts join ledger_accounts l on l.id = accounts.account_id
      left join cards c on c.id = ${replaces?.id ?? null}::uuid
    where accounts.account_id = ${accountId} and l.closed_at is null returning 1`
  if (issued.length === 0) throw refusal('account_closed')
}

type Row = {
  id: string
  last_four: string
  expiry_month: number
  expiry_year: number
  balance_minor: bigint
  currency: CurrencyCode
  account_public_id: string
  cvv_key: string | null
  cvv_shift: number
  frozen: boolean
  state: string
  day_limit_minor: bigint | null
  payment_limit_minor: bigint | null
  online: boolean
  abroad: boolean
}

/** What a card shows of its account's balance. */
export const inDollars = (currency: CurrencyCode, minor: bigint): bigint =>
  convertMinor(minor, [currencies[currency].value, currencies.usd.value], 'nearest')

/**
 * A customer's cards as the contract shows them, with their account's balance in US dollars. A card goes
 * with its account: one of a closed account pays nothing any more.
 */
export async function cardsOf(sql: Sql, customerId: bigint, keys: Keys): Promise<Card[]> {
  const rows = await sql<Row>`
    select c.id, c.last_four, c.expiry_month, c.expiry_year, c.cvv_key, c.cvv_shift,
      c.state, c.day_limit_minor, c.payment_limit_minor, c.online, c.abroad, l.balance_minor,
      l.currency, l.public_id as account_public_id,
      o.frozen_at is not null or c.state = 'frozen' as frozen
    from cards c join ledger_accounts l on l.id = c.account_id
      join customers o on o.id = c.customer_id
    where c.customer_id = ${customerId} and c.state <> 'lost' and l.closed_at is null
    order by c.issued_at, c.id`
  for (const row of rows) if (row.cvv_key !== keyId(keys.secretKey)) await renew(sql, row, keys)
  return rows.map((row) => ({
    Balance: inDollars(row.currency, row.balance_minor),
    AccountBalance: row.balance_minor,
    AccountCurrency: row.currency,
    AccountId: row.account_public_id,
    Number: row.last_four,
    Expiry: {
      Month: String(row.expiry_month).padStart(2, '0'),
      Year: String(row.expiry_year % 100).padStart(2, '0'),
    },
    // A card that is stopped shows nothing that it could be paid with.
    Cv2: row.frozen ? '***' : String(cvvOf(row, keys)).padStart(3, '0'),
    ...(row.frozen && { Frozen: true }),
    Id: row.id,
    State: row.state,
    PerDay: row.day_limit_minor,
    PerPayment: row.payment_limit_minor,
    Online: row.online,
    Abroad: row.abroad,
  }))
}

/**
 * Three digits that only the holder of the key can compute; they are stored nowhere. The shift alone
 * tells nothing: any CVV goes with it.
 */
const cvvOf = (card: Row, keys: Keys): number =>
  (derived(keyUnder(card.cvv_key, keys), card) + card.cvv_shift) % 1000

function derived(key: string, card: Row): number {
  const mark = createHmac('sha256', key)
    .update(`cvv:${card.id}:${card.expiry_month}/${card.expiry_year}`)
    .digest()
  return mark.readUInt32BE(0) % 1000
}

/** A card of before keys had names is under the key of that time. One whose key is gone gets a new CVV. */
function keyUnder(id: string | null, { secretKey, oldSecretKeys }: Keys): string {
  if (id === null) return oldSecretKeys[0] ?? secretKey
  return oldSecretKeys.find((key) => keyId(key) === id) ?? secretKey
}

/** Puts a card under today's key, with the shift that leaves its CVV as it is. */
async function renew(sql: Sql, card: Row, keys: Keys): Promise<void> {
  const id = keyId(keys.secretKey)
  const shift = (cvvOf(card, keys) - derived(keys.secretKey, card) + 1000) % 1000
  await sql`
    update cards set cvv_key = ${id}, cvv_shift = ${shift}::int4
    where id = ${card.id} and cvv_key is not distinct from ${card.cvv_key}`
  Object.assign(card, { cvv_key: id, cvv_shift: shift })
}

/** Names the key of cards from before keys had names, while it is still known which that was. */
export async function nameCardKeys(sql: Sql, keys: Keys): Promise<void> {
  await sql`update cards set cvv_key = ${keyId(keyUnder(null, keys))} where cvv_key is null`
}
