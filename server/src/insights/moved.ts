import type { Category } from '@passbook/contract'
import { part, type Sql, type SqlPart } from '#db/db.ts'
import { flows } from '#ledger/flows.ts'
import type { Said } from './bank-rules.ts'

/** How many of the newest lines of a range are looked at, so that no account makes it slow. */
const linesMax = 10_000
/** How many kinds of lines come out of them; a person's month has some hundred. */
const kindsMax = 2_000

/** Completed lines of a range that say the same, or those that the customer put somewhere alike. */
type Moved = Said & {
  /** What the customer said of these very lines, or of parts of them. */
  chosen: Category | null
  amountMinor: bigint
  /** Payments; one that is split counts with its first part. */
  count: number
  /** Payments of which at least a part is here: in each of its categories a split one counts. */
  touched: number
}

/** Days, both inclusive. */
export type Days = { from: string; to: string }

/** What moved in a range of days, and all that came in and was spent, whether looked at or not. */
export type Range = { incomeMinor: bigint; spentMinor: bigint; moved: Moved[] }

export const nothingMoved: Range = { incomeMinor: 0n, spentMinor: 0n, moved: [] }

type Sums = { ownId: bigint; incomeMinor: bigint; spentMinor: bigint }
type Row = { nth: number } & Sums & (Moved | { type: null })

/** What counts nowhere: a move between own accounts, a loan that is paid out. */
const neither = part`(t.own_account or (t.type = 'credit' and t.purpose = 'loan'))`

/**
 * What accounts spent and received in ranges of days, one answer for each; undefined where there is no
 * account. `accounts` is a query with their "ownId". Moves between own accounts and loans that are paid
 * out are neither. A range of days is a range of lines, so that no more than its own lines are read,
 * by the key; one statement, so that sums and lines are of one moment. The sums of days
 * have own moves and loans in what came in: those among the lines that are looked at are taken off it,
 * older ones of a very long range are not known and stay in.
 */
export async function readMoved(
  sql: Sql,
  accounts: SqlPart,
  days: readonly Days[],
): Promise<Range[] | undefined> {
  const rows = await sql<Row>`
    with ranged as materialized (
      select nth::int4 as nth, "ownId", greatest(first, last - ${linesMax}::int8 + 1) as lo,
        last as hi, "creditMinor", "spentMinor"
      from (${accounts}) own
      cross join unnest(${days.map(({ from }) => from)}::date[],
        ${days.map(({ to }) => to)}::date[]) with ordinality r(since, until, nth)
      cross join lateral (
        select min(first_line) as first, max(first_line + lines - 1) as last,
          coalesce(sum(${flows.income.day}), 0)::int8 as "creditMinor",
          coalesce(sum(${flows.spent.day}), 0)::int8 as "spentMinor"
        from ledger_days
        where account_id = "ownId" and day between r.since and r.until) summed)
    select nth, "ownId", "creditMinor" - "neitherMinor" as "incomeMinor", "spentMinor", kinds.*
    from ranged cross join lateral (
      select coalesce(sum(t.amount_minor), 0)::int8 as "neitherMinor" from transactions t
      where t.account_id = "ownId" and t.line between lo and hi and t.state = 'completed'
        and t.type = 'credit' and ${neither}) uncounted
    left join lateral (
      select t.type, t.purpose, t.method, t.name, t.description, chosen.category as chosen,
        sum(coalesce(chosen.amount_minor, t.amount_minor))::int8 as "amountMinor",
        count(*) filter (where coalesce(chosen.part, 0) = 0)::int4 as count,
        count(distinct t.line)::int4 as touched
      from transactions t left join (
        select line, 0 as part, category, null::int8 as amount_minor from line_notes
        where account_id = "ownId" and line between lo and hi and category is not null
        union all select line, part, category, amount_minor from line_parts
        where account_id = "ownId" and line between lo and hi) chosen on chosen.line = t.line
      where t.account_id = "ownId" and t.line between lo and hi and t.state = 'completed'
        and not ${neither}
      group by t.type, t.purpose, t.method, t.name, t.description, chosen.category
      order by sum(coalesce(chosen.amount_minor, t.amount_minor)) desc limit ${kindsMax}) kinds
      on true`
  if (rows.length === 0) return undefined
  return days.map((_, at) => rangeOf(rows.filter(({ nth }) => nth === at + 1)))
}

/** The sums of an account stand in each of its rows; without lines it has one row, of nothing else. */
function rangeOf(rows: readonly Row[]): Range {
  const accounts = [...new Map(rows.map((row) => [row.ownId, row])).values()]
  return {
    incomeMinor: accounts.reduce((sum, { incomeMinor }) => sum + incomeMinor, 0n),
    spentMinor: accounts.reduce((sum, { spentMinor }) => sum + spentMinor, 0n),
    moved: rows.filter((row): row is Row & Moved => row.type !== null),
  }
}
