import type { Sql, SqlPart } from '#db/db.ts'
import { flows } from './flows.ts'

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
