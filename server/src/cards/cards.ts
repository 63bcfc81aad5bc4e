import { createHmac, randomInt } from 'node:crypto'
import { type Card, type CurrencyCode, convertMinor, currencies } from '@passbook/contract'
import type { Sql } from '#db/db.ts'

const yearsValid = 4

/** Issues a debit card on an account; one comes with a customer's first. */
export async function issueCard(
  sql: Sql,
  { accountId, now }: { accountId: bigint; now: Date },
): Promise<void> {
  const lastFour = String(randomInt(10_000)).padStart(4, '0')
  await sql`
    insert into cards(customer_id, account_id, last_four, expiry_month, expiry_year, issued_at)
    select owner_id, account_id, ${lastFour}, ${now.getUTCMonth() + 1}::int4,
      ${now.getUTCFullYear() + yearsValid}::int4, ${now}::timestamptz
    from accounts where account_id = ${accountId}`
}

type Row = {
  id: string
  last_four: string
  expiry_month: number
  expiry_year: number
  balance_minor: bigint
  currency: CurrencyCode
}

/** A customer's cards as the contract shows them, with their account's balance in US dollars. */
export async function cardsOf(sql: Sql, customerId: bigint, secretKey: string): Promise<Card[]> {
  const rows = await sql<Row>`
    select c.id, c.last_four, c.expiry_month, c.expiry_year, l.balance_minor, l.currency
    from cards c join ledger_accounts l on l.id = c.account_id
    where c.customer_id = ${customerId} order by c.issued_at, c.id`
  return rows.map((row) => ({
    Balance: convertMinor(
      row.balance_minor,
      [currencies[row.currency].value, currencies.usd.value],
      'nearest',
    ),
    AccountBalance: row.balance_minor,
    AccountCurrency: row.currency,
    Number: row.last_four,
    Expiry: {
      Month: String(row.expiry_month).padStart(2, '0'),
      Year: String(row.expiry_year % 100).padStart(2, '0'),
    },
    Cv2: cvvOf(secretKey, row),
  }))
}

/** Three digits that only the holder of the key can compute; they are stored nowhere. */
function cvvOf(secretKey: string, card: Row): string {
  const mark = createHmac('sha256', secretKey)
    .update(`cvv:${card.id}:${card.expiry_month}/${card.expiry_year}`)
    .digest()
  return String(mark.readUInt32BE(0) % 1000).padStart(3, '0')
}
