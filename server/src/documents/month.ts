import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits, monthsAfter } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { dayAfter } from '#kernel/calendar.ts'
import type { Bank } from '#kernel/context.ts'
import { type Extract, lineCount, takeExtract } from '#ledger/extract.ts'
import type { PaperLine } from './paper.ts'

/** What one month moved on an account, down to its lines. */
export type Month = {
  from: string
  to: string
  openingMinor: bigint
  creditMinor: bigint
  debitMinor: bigint
  closingMinor: bigint
  lines: PaperLine[]
}

const linesPerRead = 500n
const linesPerLook = 2_000n

/**
 * A month that is over, which never changes again: a line belongs to the month that it was ordered in
 * or, where it was completed in a later one, to that. So one statement opens with what the one before
 * closed with, whenever each of them is made. Null where it has more lines than a paper can hold.
 */
export async function readMonth(
  { db, config }: Pick<Bank, 'db' | 'config'>,
  accountId: bigint,
  from: string,
): Promise<Month | null> {
  const to = lastDayOf(from)
  const extract = await takeExtract(db, { accountId, from, to })
  if (lineCount(extract) > limits.statementLinesMax) return null
  const reading = { extract, zone: config.bankZone, from, to }
  const early = await readEarlier(db.sql, reading)
  const own = await readOwn(db.sql, reading)
  const openingMinor = extract.openingMinor - sum(early)
  const shown = [...early, ...own].filter(({ booked }) => booked <= to)
  const later = [...early, ...own].filter(({ booked }) => booked > to)
  const creditMinor = sum(shown.filter(({ amountMinor }) => amountMinor > 0n))
  const debitMinor = -sum(shown.filter(({ amountMinor }) => amountMinor < 0n))
  const closingMinor = openingMinor + creditMinor - debitMinor
  // Counted twice, by lines and by days: what does not add up must not become a paper.
  if (closingMinor !== extract.closingMinor - sum(later)) {
    throw new Error('the lines of a month must add up to its balances')
  }
  const lines = shown.map((line) => lineOf(line, from))
  return { from, to, openingMinor, creditMinor, debitMinor, closingMinor, lines }
}

/** The last day of the month that begins with this one. */
const lastDayOf = (from: string): string => dayAfter(monthsAfter(from, 1), -1)

type Reading = { extract: Extract; zone: string; from: string; to: string }

type Row = {
  day: string
  /** The day that its money moved on. */
  booked: string
  amountMinor: bigint
  name: string
  accountNumber: string
  description: string
}

const sum = (rows: { amountMinor: bigint }[]) =>
  rows.reduce((total, { amountMinor }) => total + amountMinor, 0n)

function lineOf(row: Row, from: string): PaperLine {
  const { day, booked, amountMinor, name, accountNumber, description } = row
  const title = name || description || (amountMinor > 0n ? 'Money in' : 'Money out')
  const notes = [accountNumber, description === title ? '' : description]
  return {
    day,
    bookedOn: day < from ? booked : undefined,
    title,
    note: notes.filter((text) => text !== '').join(' · '),
    amountMinor,
  }
}

/** Completed lines of the month's own days. */
function readOwn(sql: Sql, reading: Reading): Promise<Row[]> {
  const { firstLine, lastLine } = reading.extract
  return readAll(sql, reading, { first: firstLine, last: lastLine, atOnce: linesPerRead })
}

/** Lines of earlier months that were completed in this one or later: few, looked for among all. */
async function readEarlier(sql: Sql, reading: Reading): Promise<Row[]> {
  const { extract, from } = reading
  const [before] = await sql<{ last: bigint }>`
    select coalesce(max(first_line + lines - 1), 0)::int8 as last from ledger_days
    where account_id = ${extract.accountId} and day < ${from}::date`
  const last = before?.last ?? 0n
  return readAll(sql, reading, { first: 1n, last, atOnce: linesPerLook, since: from })
}

type Range = { first: bigint; last: bigint; atOnce: bigint; since?: string }

/**
 * Some at a time: between two reads the database is everybody's, and so is the process. The embedded
 * one answers within the same turn of the event loop, so the loop is let turn.
 */
async function readAll(
  sql: Sql,
  { extract: { accountId, upToEntry }, zone }: Reading,
  { first, last, atOnce, since = '-infinity' }: Range,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let bottom = first; bottom <= last; bottom += atOnce) {
    const some = await sql<Row>`
      select day, greatest(day, (decided_at at time zone ${zone})::date) as booked,
        case when type = 'credit' then amount_minor else -amount_minor end as "amountMinor",
        name, account_number as "accountNumber", description
      from transactions
      where account_id = ${accountId} and line between ${bottom}
        and least(${bottom + atOnce - 1n}::int8, ${last}::int8)
        and state = 'completed' and entry_id <= ${upToEntry}
        and (decided_at at time zone ${zone})::date >= ${since}::date
      order by line`
    rows.push(...some)
    await nextTurn()
  }
  return rows
}
