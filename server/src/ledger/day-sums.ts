import type { Sql, SqlPart } from '#db/db.ts'
import { flows } from './flows.ts'

/** How many of the newest lines of a range are looked at, so that no account makes it slow. */
const spendingLinesMax = 10_000

type Payee = { name: string; amountMinor: bigint; count: number }

/**
 * Who was paid most in a range of days, and what was spent in all of it. `account` is a query of at
 * most one row with its "ownId"; the answer is undefined where it has none. A range of days is a range
 * of lines, and its total is kept by the day: an account with more lines than are looked at has its
 * payees from the newest of them, and the rest of its total belongs to nobody.
 */
export async function readSpending(
  sql: Sql,
  account: SqlPart,
  { from, to, names }: { from: string; to: string; names: number },
): Promise<{ totalMinor: bigint; payees: Payee[] } | undefined> {
  const rows = await sql<{ totalMinor: bigint; name: string | null } & Payee>`
    with ranged as materialized (
      select "ownId", days.* from (${account}) own cross join lateral (
        select min(first_line) as first, max(first_line + lines - 1) as last,
          coalesce(sum(${flows.spent.day}), 0)::int8 as "totalMinor"
        from ledger_days
        where account_id = "ownId" and day between ${from}::date and ${to}::date) days)
    select "totalMinor", payee.* from ranged left join lateral (
      select name, sum(amount_minor)::int8 as "amountMinor", count(*)::int4 as count
      from transactions
      where account_id = "ownId"
        and line between greatest(first, last - ${spendingLinesMax}::int8 + 1) and last
        and state = 'completed' and ${flows.spent.lineCounts}
      group by name order by sum(amount_minor) desc, name limit ${names}) payee on true
    order by "amountMinor" desc, name`
  const [found] = rows
  if (!found) return undefined
  // A range without payments is one row, with nothing in the columns of a payee.
  return { totalMinor: found.totalMinor, payees: rows.filter(({ name }) => name !== null) }
}

type Balances = { publicId: string; balancesMinor: bigint[] }

/**
 * What accounts held at the end of each of these days, which follow each other and end today. The
 * days that moved are taken back from what is held now, so that the length of a history costs nothing.
 * `accounts` is a query with "ownId", "ownPublicId" and "ownBalanceMinor".
 */
export async function readBalances(
  sql: Sql,
  accounts: SqlPart,
  days: readonly string[],
): Promise<Balances[]> {
  type Row = {
    publicId: string
    balanceMinor: bigint
    day: string | null
    movedMinor: bigint
  }
  const rows = await sql<Row>`
    select "ownPublicId" as "publicId", "ownBalanceMinor" as "balanceMinor", moved.*
    from (${accounts}) own left join lateral (
      select day, ${flows.net.day} as "movedMinor" from ledger_days
      where account_id = "ownId" and day > ${days[0] ?? null}::date) moved on true
    order by "ownId", moved.day`
  const publicIds = [...new Set(rows.map(({ publicId }) => publicId))]
  return publicIds.map((publicId) => {
    const own = rows.filter((row) => row.publicId === publicId)
    let balanceMinor = own[0]?.balanceMinor ?? 0n
    const moved = own.filter(({ day }) => day !== null)
    const balancesMinor = days.toReversed().map((day, at) => {
      // What stands on days to come, where the clock was set back, is in what is held now.
      if (at === 0) return balanceMinor
      for (let last = moved.at(-1); last?.day && last.day > day; last = moved.at(-1)) {
        balanceMinor -= last.movedMinor
        moved.pop()
      }
      return balanceMinor
    })
    return { publicId, balancesMinor: balancesMinor.reverse() }
  })
}
