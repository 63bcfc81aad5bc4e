import { type CurrencyCode, currencyCodes } from '@passbook/contract'
import { databaseOf, type Sql } from '#db/db.ts'

/** The bank's own accounts, one of each per currency, and what stands on the other side of them. */
export const chart = {
  clearing: 'money from and to other banks',
  cards: 'money from and to card networks',
  crypto: 'deposits announced in bitcoin',
  cash: 'money paid in or out at the counter by the operator',
  loans: 'loans receivable',
  interest: 'interest income',
  fees: 'fee income',
  fx: 'the bank’s position in each currency',
  billers: 'money owed to billers',
  equity: 'opening balances and demo money',
} as const

export type InternalName = keyof typeof chart

/** Adds the accounts that a newer version names; the first migration made the first ones. */
export async function ensureChart(sql: Sql): Promise<void> {
  const names = Object.keys(chart)
  await sql`
    select ledger_open(null, name || ':' || currency, currency, null, now())
    from unnest(${names}::text[]) name, unnest(${[...currencyCodes]}::text[]) currency`
}

const known = new WeakMap<object, Map<string, bigint>>()

/** The id of one of the bank's own accounts. */
export async function internalAccount(
  sql: Sql,
  name: InternalName,
  currency: CurrencyCode,
): Promise<bigint> {
  const database = databaseOf(sql)
  const ids = known.get(database) ?? new Map<string, bigint>()
  known.set(database, ids)
  const code = `${name}:${currency}`
  const cached = ids.get(code)
  if (cached !== undefined) return cached
  const [row] = await sql<{ id: bigint }>`select id from ledger_accounts where code = ${code}`
  if (!row) throw new Error(`The bank has no account ${code}; ensureChart makes it`)
  ids.set(code, row.id)
  return row.id
}
