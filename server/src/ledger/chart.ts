import { randomInt } from 'node:crypto'
import type { CurrencyCode } from '@passbook/contract'
import { databaseOf, type Sql } from '#db/db.ts'
import { houseOf } from './slice.ts'

/** The bank's own accounts, and what stands on the other side of them; migrations open them. */
export const chart = {
  clearing: 'money from and to other banks',
  cards: 'money from and to card networks',
  crypto: 'deposits announced in bitcoin',
  cash: 'money paid in or out at the counter by the operator',
  loans: 'loans receivable',
  interest: 'interest income',
  'interest-paid': 'interest paid on savings',
  fees: 'fee income',
  fx: 'the bank’s position in each currency',
  billers: 'money owed to billers',
  interbranch: 'money from and to the bank’s other divisions',
  equity: 'opening balances and demo money',
} as const

export type InternalName = keyof typeof chart

const known = new WeakMap<object, Map<string, bigint>>()

/**
 * The id of one of the bank's own accounts: of its sub-accounts the one for `beside`, the account on
 * the other side. A row is locked until the commit of whoever posts to it; orders of other accounts
 * mostly need another row.
 */
export async function internalAccount(
  sql: Sql,
  name: InternalName,
  currency: CurrencyCode,
  beside: bigint,
): Promise<bigint> {
  const database = databaseOf(sql)
  const ids = known.get(database) ?? new Map<string, bigint>()
  known.set(database, ids)
  const cacheKey = `${name}:${currency}:${houseOf(beside)}`
  const cached = ids.get(cacheKey)
  if (cached !== undefined) return cached
  const [row] = await sql<{ id: bigint }>`
    select id from ledger_accounts where code = ledger_house(${name}, ${currency}, ${beside})`
  if (!row) throw new Error(`The bank has no account ${cacheKey}; a migration opens it`)
  ids.set(cacheKey, row.id)
  return row.id
}

/**
 * The account for a whole group of postings, by currency: that of one of the accounts beside it, drawn
 * at random. A group locks one row a currency that way, and two processes seldom the same one.
 */
export function groupAccounts(sql: Sql, name: InternalName, beside: readonly bigint[]) {
  const one = beside[randomInt(beside.length)] ?? 0n
  return (currency: CurrencyCode) => internalAccount(sql, name, currency, one)
}

/** What stands on one of the bank's own accounts: the sum over its sub-accounts. */
export type HouseBalance = { name: string; currency: CurrencyCode; balanceMinor: bigint }

/** What stands on the bank's own accounts, loans apart. */
export async function houseBalances(sql: Sql): Promise<HouseBalance[]> {
  return sql<HouseBalance>`
    select name, currency, balance_minor as "balanceMinor" from house_balances()
    order by name, currency`
}
