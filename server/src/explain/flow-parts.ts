import { type FigureName, monthsAfter } from '@passbook/contract'
import type { OwnAccount } from '#accounts/accounts.ts'
import type { Sql } from '#db/db.ts'
import { type Flow, inDays } from '#ledger/flows.ts'
import { higher } from '#ledger/search-lines.ts'
import { type Made, type Part, type Position, wrongPage } from './figure.ts'

/** So many lines are listed as they are; more than that by their days, then by their months. */
const linesListed = 50n
const daysListed = 31

const perPage = { month: 24, day: 32, line: 50 } as const
type Kind = keyof typeof perPage

/** How many lines one page looks at, so that a day with few that count costs no more than others. */
const linesLookedAt = 1000n

export type Range = {
  account: Pick<OwnAccount, 'id' | 'publicId'>
  flow: Flow
  from: string | null
  to: string | null
  /** The figure that a part is, of its own days. */
  figure: FigureName
}

/**
 * The parts of a sum over an account's lines: those lines, or its days or months, which lead on to
 * theirs. A day is kept by its sums, so the length of a history costs nothing.
 */
export async function flowParts(
  sql: Sql,
  range: Range,
  after: Position | undefined,
): Promise<Pick<Made, 'parts' | 'next'>> {
  const kind = after ? after.kind : await kindOf(sql, range)
  if (kind === 'line') return lineParts(sql, range, after && BigInt(after.key))
  if (kind === 'month' || kind === 'day') return sumParts(sql, range, { kind, after: after?.key })
  throw wrongPage()
}

async function kindOf(sql: Sql, { account, flow, from, to }: Range): Promise<Kind> {
  const [row] = await sql<{ lines: bigint; days: number | null }>`
    select coalesce(sum(lines), 0)::int8 as lines, max(day) - min(day) + 1 as days
    from ledger_days
    where account_id = ${account.id} and ${inDays(from, to)} and ${flow.dayCounts}`
  const { lines = 0n, days } = row ?? {}
  if (lines <= linesListed || (days ?? 0) <= 1) return 'line'
  return (days ?? 0) <= daysListed ? 'day' : 'month'
}

type Summed = { on: string; amountMinor: bigint }

async function sumParts(
  sql: Sql,
  range: Range,
  { kind, after }: { kind: 'month' | 'day'; after: string | undefined },
): Promise<Pick<Made, 'parts' | 'next'>> {
  const { account, flow, from, to, figure } = range
  const shape = kind === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD'
  const before = after ? (kind === 'month' ? `${after}-01` : after) : null
  const rows = await sql<Summed>`
    select to_char(day, ${shape}) as on, sum(${flow.day})::int8 as "amountMinor"
    from ledger_days
    where account_id = ${account.id} and ${inDays(from, to)} and ${flow.dayCounts}
      and day < coalesce(${before}::date, 'infinity')
    group by 1 order by 1 desc limit ${perPage[kind] + 1}`
  const shown = rows.slice(0, perPage[kind])
  const last = shown.at(-1)
  return {
    parts: shown.map(({ on, amountMinor }): Part => {
      const [first, end] = kind === 'month' ? daysOfMonth(on) : [on, on]
      const start_date = from && from > first ? from : first
      const end_date = to && to < end ? to : end
      return {
        Kind: kind,
        On: on,
        Text: '',
        Amount: amountMinor,
        Parts: { figure, account: account.publicId, start_date, end_date },
        Reference: null,
      }
    }),
    next: last && rows.length > shown.length ? { kind, key: last.on } : null,
  }
}

function daysOfMonth(month: string): [string, string] {
  const first = `${month}-01`
  const next = new Date(`${monthsAfter(first, 1)}T00:00:00Z`)
  return [first, new Date(next.getTime() - 86_400_000).toISOString().slice(0, 10)]
}

type Line = { id: string; line: bigint; day: string; text: string; amountMinor: bigint }

async function lineParts(
  sql: Sql,
  { account, flow, from, to }: Range,
  after: bigint | undefined,
): Promise<Pick<Made, 'parts' | 'next'>> {
  const [found] = await sql<{ first: bigint | null; last: bigint }>`
    select min(first_line) as first, max(first_line + lines - 1) as last from ledger_days
    where account_id = ${account.id} and ${inDays(from, to)}`
  const { first, last } = found ?? {}
  if (!first || !last) return { parts: [], next: null }
  const top = after !== undefined && after <= last ? after - 1n : last
  const bottom = higher(first, top - linesLookedAt + 1n)
  const rows = await sql<Line>`
    select id, line, day, coalesce(nullif(name, ''), description) as text,
      ${flow.line} as "amountMinor"
    from transactions
    where account_id = ${account.id} and line between ${bottom} and ${top}
      and state = 'completed' and ${flow.lineCounts}
    order by line desc limit ${perPage.line + 1}`
  const shown = rows.slice(0, perPage.line)
  const stop = rows.length > shown.length ? shown.at(-1)?.line : bottom > first ? bottom : undefined
  return {
    parts: shown.map((line) => linePart(line)),
    next: stop === undefined ? null : { kind: 'line', key: String(stop) },
  }
}

/** A line as a part; what it is in the ledger leads on from it. */
export function linePart({ id, day, text, amountMinor }: Omit<Line, 'line'>, kind = 'line'): Part {
  return {
    Kind: kind,
    On: day,
    Text: text,
    Amount: amountMinor,
    Parts: kind === 'line' ? { figure: 'line', line: id } : null,
    Reference: id,
  }
}
