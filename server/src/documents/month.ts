import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits, monthsAfter, type Transaction } from '@passbook/contract'
import { hasTypedName, isOwnMove } from '@passbook/contract/parties'
import { part, type Sql } from '#db/db.ts'
import { dayAfter } from '#kernel/calendar.ts'
import type { Bank } from '#kernel/context.ts'
import { type Extract, lineCount, takeExtract } from '#ledger/extract.ts'
import type { OpenAtEnd, PaperLine } from './paper.ts'

/** What one month moved on an account, down to its lines, or a part of that. */
export type Month = {
  from: string
  to: string
  /** Which part of the month it is, and of how many: one holds only so many lines. */
  part: number
  parts: number
  openingMinor: bigint
  creditMinor: bigint
  debitMinor: bigint
  closingMinor: bigint
  lines: PaperLine[]
  open: OpenAtEnd
}

const linesPerRead = 500n
const linesPerLook = 2_000

type Wanted = { part?: number; linesMax?: number }

/**
 * A month that is over, which never changes again: a line belongs to the month that it was ordered in
 * or, where it was completed in a later one, to that. So one statement opens with what the one before
 * closed with, whenever each of them is made, and so does each part of a month.
 */
export async function readMonth(
  { db, config }: Pick<Bank, 'db' | 'config'>,
  accountId: bigint,
  from: string,
  { part: wanted = 1, linesMax = limits.statementLinesMax }: Wanted = {},
): Promise<Month> {
  const to = lastDayOf(from)
  const extract = await takeExtract(db, { accountId, from, to })
  const reading = { extract, zone: config.bankZone, from, to }
  const early = await readEarlier(db.sql, reading)
  const known = early.map((row) => ({ ...row, isBooked: true, isOpen: false }))
  const blocks = [blockOf(known, to), ...(await surveyOwn(db.sql, reading))]
  const shownLines = blocks.reduce((count, { shown }) => count + shown, 0)
  const firstMinor = extract.openingMinor - sum(early)
  const lastMinor = firstMinor + total(blocks, 'shownMinor')
  // Counted twice, by lines and by days: what does not add up must not become a paper.
  if (lastMinor !== extract.closingMinor - total(blocks, 'laterMinor')) {
    throw new Error('the lines of a month must add up to its balances')
  }
  const begin = (wanted - 1) * linesMax
  const { beforeMinor, rows } = await readWindow(blocks, begin, begin + linesMax)
  const openingMinor = firstMinor + beforeMinor
  const creditMinor = sum(rows.filter(({ amountMinor }) => amountMinor > 0n))
  const debitMinor = -sum(rows.filter(({ amountMinor }) => amountMinor < 0n))
  const parts = Math.max(1, Math.ceil(shownLines / linesMax))
  const closingMinor = openingMinor + creditMinor - debitMinor
  if (wanted === parts && closingMinor !== lastMinor) {
    throw new Error('the last part of a month must end with its balance')
  }
  const lines = rows.map((row) => lineOf(row, from))
  const sums = { openingMinor, creditMinor, debitMinor, closingMinor }
  // What was under way is told where the month ends.
  const open = sumOf(wanted === parts ? blocks.map((block) => block.open) : [])
  return { from, to, part: wanted, parts, ...sums, lines, open }
}

/**
 * Some lines of a month, in their order: how many it shows, what they sum up to, those booked later, and
 * what was under way at its end.
 */
type Block = {
  shown: number
  shownMinor: bigint
  laterMinor: bigint
  open: OpenAtEnd
  read: () => Promise<Row[]>
}

const total = (blocks: Block[], what: 'shownMinor' | 'laterMinor') =>
  blocks.reduce((total, block) => total + block[what], 0n)

function blockOf(rows: Ordered[], to: string): Block {
  const shown = rows.filter((row) => isShown(row, to))
  const shownMinor = sum(shown)
  const laterMinor = sum(rows.filter(({ isBooked }) => isBooked)) - shownMinor
  const open = openAtEnd(rows.filter(({ isOpen }) => isOpen))
  return { shown: shown.length, shownMinor, laterMinor, open, read: async () => shown }
}

const isShown = ({ isBooked, booked }: Ordered, to: string) => isBooked && booked <= to

/** The rows from one place up to another, and what those before them sum up to. Other blocks are not read. */
async function readWindow(
  blocks: Block[],
  begin: number,
  end: number,
): Promise<{ beforeMinor: bigint; rows: Row[] }> {
  let [at, beforeMinor] = [0, 0n]
  const rows: Row[] = []
  for (const { shown, shownMinor, read } of blocks) {
    const [first, last] = [at, at + shown]
    at = last
    if (last <= begin) beforeMinor += shownMinor
    else if (first < end && shown > 0) {
      const some = await read()
      if (some.length !== shown) throw new Error('a month that is over must stay as it is')
      beforeMinor += sum(some.slice(0, Math.max(0, begin - first)))
      rows.push(...some.slice(Math.max(0, begin - first), end - first))
    }
  }
  return { beforeMinor, rows }
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

const sumOf = (opens: OpenAtEnd[]): OpenAtEnd => ({
  count: opens.reduce((total, { count }) => total + count, 0),
  creditMinor: opens.reduce((total, { creditMinor }) => total + creditMinor, 0n),
  debitMinor: opens.reduce((total, { debitMinor }) => total + debitMinor, 0n),
})

/** A line of the month: whether its money has moved, and whether it was under way at the month's end. */
type Ordered = Row & { isBooked: boolean; isOpen: boolean }

/**
 * The same counted before they are read, since a long month is not held in memory: between two looks
 * the database is everybody's, and so is the process. The embedded one answers within the same turn of the event loop,
 * so the loop is let turn.
 */
async function surveyOwn(sql: Sql, reading: Reading): Promise<Block[]> {
  const { extract, to } = reading
  const { accountId, firstLine, lastLine } = extract
  if (lineCount(extract) <= linesPerRead) {
    return [blockOf(await readOwn(sql, reading, { bottom: firstLine, top: lastLine }), to)]
  }
  const blocks: Block[] = []
  for (let bottom = firstLine; bottom <= lastLine; bottom += BigInt(linesPerLook)) {
    const top = bottom + BigInt(linesPerLook) - 1n
    const [found] = await sql<Omit<Block, 'read' | 'open'> & OpenAtEnd>`
      select count(*) filter (where "isBooked" and booked <= ${to}::date)::int4 as shown,
        coalesce(sum("amountMinor") filter (where "isBooked" and booked <= ${to}::date), 0)::int8
          as "shownMinor",
        coalesce(sum("amountMinor") filter (where "isBooked" and booked > ${to}::date), 0)::int8
          as "laterMinor",
        count(*) filter (where "isOpen")::int4 as count,
        coalesce(sum("amountMinor") filter (where "isOpen" and "amountMinor" > 0), 0)::int8
          as "creditMinor",
        coalesce(-sum("amountMinor") filter (where "isOpen" and "amountMinor" < 0), 0)::int8
          as "debitMinor"
      from (
        select ${orderedOf(reading)} from transactions
        where account_id = ${accountId}
          and line between ${bottom} and least(${top}::int8, ${lastLine}::int8)) own`
    const read = async () => {
      const rows = await readOwn(sql, reading, { bottom, top })
      return rows.filter((row) => isShown(row, to))
    }
    if (found) {
      const { shown, shownMinor, laterMinor, ...open } = found
      blocks.push({ shown, shownMinor, laterMinor, open, read })
    }
    await nextTurn()
  }
  return blocks
}

/** Lines of the month's own days, completed or under way at its end, read some at a time. */
async function readOwn(
  sql: Sql,
  reading: Reading,
  { bottom, top }: { bottom: bigint; top: bigint },
): Promise<Ordered[]> {
  const { accountId, lastLine } = reading.extract
  const rows: Ordered[] = []
  for (let from = bottom; from <= top && from <= lastLine; from += linesPerRead) {
    const some = await sql<Ordered>`
      select * from (
        select line, ${orderedOf(reading)} from transactions
        where account_id = ${accountId} and line between ${from}
          and least(${from + linesPerRead - 1n}::int8, ${top}::int8, ${lastLine}::int8)) own
      where "isBooked" or "isOpen" order by line`
    rows.push(...some)
    await nextTurn()
  }
  return rows
}

const orderedOf = ({ extract, zone, to }: Reading) => part`
  ${rowOf(zone)}, (state = 'completed' and entry_id <= ${extract.upToEntry}) as "isBooked",
  (decided_at is null or (decided_at at time zone ${zone})::date > ${to}) as "isOpen"`

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
