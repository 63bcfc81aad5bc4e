import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits, monthsAfter, type Transaction } from '@passbook/contract'
import { hasTypedName, isOwnMove } from '@passbook/contract/parties'
import { part, type Sql } from '#db/db.ts'
import { dayAfter } from '#kernel/calendar.ts'
import type { Bank } from '#kernel/context.ts'
import { type Extract, lineCount, takeExtract } from '#ledger/extract.ts'
import type { OpenAtEnd, PaperLine } from './paper.ts'

/** What one month moved on an account, down to its lines. */
export type Month = {
  from: string
  to: string
  openingMinor: bigint
  creditMinor: bigint
  debitMinor: bigint
  closingMinor: bigint
  lines: PaperLine[]
  open: OpenAtEnd
}

const linesPerRead = 500n
const linesPerLook = 2_000

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
  const ordered = await readOwn(db.sql, reading)
  const own = ordered.filter(({ isBooked }) => isBooked)
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
  const open = openAtEnd(ordered.filter(({ isOpen }) => isOpen))
  return { from, to, openingMinor, creditMinor, debitMinor, closingMinor, lines, open }
}

/** The last day of the month that begins with this one. */
const lastDayOf = (from: string): string => dayAfter(monthsAfter(from, 1), -1)

type Reading = { extract: Extract; zone: string; from: string; to: string }

type Row = {
  day: string
  /** The day that its money moved on. */
  booked: string
  amountMinor: bigint
  accountNumber: string
  description: string
} & Pick<Transaction, 'Type' | 'Purpose' | 'Method' | 'Bank' | 'Swift' | 'Own'> & { Name: string }

const sum = (rows: readonly { amountMinor: bigint }[]) =>
  rows.reduce((total, { amountMinor }) => total + amountMinor, 0n)

function lineOf(row: Row, from: string): PaperLine {
  const { day, booked, amountMinor, Name, accountNumber, description } = row
  // What the holder calls an account is no payee that the bank could name.
  const name = isOwnMove(row) ? 'Own account' : Name
  const title = name || description || (amountMinor > 0n ? 'Money in' : 'Money out')
  const typed = hasTypedName(row) ? 'Name not verified' : ''
  const notes = [accountNumber, typed, description === title ? '' : description]
  return {
    day,
    bookedOn: day < from ? booked : undefined,
    title,
    note: notes.filter((text) => text !== '').join(' · '),
    amountMinor,
  }
}

/** Whatever became of it since: so the paper says the same whenever it is drawn. */
function openAtEnd(rows: readonly Row[]): OpenAtEnd {
  const creditMinor = sum(rows.filter(({ amountMinor }) => amountMinor > 0n))
  return { count: rows.length, creditMinor, debitMinor: creditMinor - sum(rows) }
}

/** A line of the month: whether its money has moved, and whether it was under way at the month's end. */
type Ordered = Row & { isBooked: boolean; isOpen: boolean }

/**
 * Lines of the month's own days, completed or under way at its end, some at a time: between two reads the database is
 * everybody's, and so is the process. The embedded one answers within the same turn of the event
 * loop, so the loop is let turn.
 */
async function readOwn(sql: Sql, { extract, zone, to }: Reading): Promise<Ordered[]> {
  const { accountId, firstLine, lastLine, upToEntry } = extract
  const rows: Ordered[] = []
  const isBooked = part`(state = 'completed' and entry_id <= ${upToEntry})`
  const isOpen = part`(decided_at is null or (decided_at at time zone ${zone})::date > ${to})`
  for (let bottom = firstLine; bottom <= lastLine; bottom += linesPerRead) {
    const some = await sql<Ordered>`
      select ${rowOf(zone)}, ${isBooked} as "isBooked", ${isOpen} as "isOpen"
      from transactions
      where account_id = ${accountId}
        and line between ${bottom} and least(${bottom + linesPerRead - 1n}::int8, ${lastLine}::int8)
        and (${isBooked} or ${isOpen})
      order by line`
    rows.push(...some)
    await nextTurn()
  }
  return rows
}

/**
 * Lines of earlier months that were completed in this one or later. Only what was completed after it
 * was ordered is looked at, by the index of such lines: an account's history may be long.
 */
async function readEarlier(sql: Sql, reading: Reading): Promise<Row[]> {
  const { accountId, upToEntry } = reading.extract
  const { zone, from } = reading
  type Late = Row & { line: bigint; decidedAt: string }
  const rows: Late[] = []
  // No zone is a whole day from UTC; the days of the lines found decide. Text keeps microseconds.
  let after = { decidedAt: `${dayAfter(from, -1)}T00:00:00Z`, line: 0n }
  for (let isMore = true; isMore; ) {
    const some = await sql<Late>`
      select ${rowOf(zone)}, line, decided_at::text as "decidedAt"
      from transactions
      where account_id = ${accountId} and state = 'completed' and decided_at > created_at
        and (decided_at, line) > (${after.decidedAt}::timestamptz, ${after.line}::int8)
        and entry_id <= ${upToEntry}
      order by decided_at, line limit ${linesPerLook}`
    rows.push(...some.filter(({ day, booked }) => day < from && booked >= from))
    after = some.at(-1) ?? after
    isMore = some.length === linesPerLook
    await nextTurn()
  }
  return rows.sort((one, other) => Number(one.line - other.line))
}

const rowOf = (zone: string) => part`
  day, greatest(day, (decided_at at time zone ${zone})::date) as booked,
  case when type = 'credit' then amount_minor else -amount_minor end as "amountMinor",
  account_number as "accountNumber", description, type as "Type", purpose as "Purpose",
  method as "Method", name as "Name", bank as "Bank", swift as "Swift", own_account as "Own"`
