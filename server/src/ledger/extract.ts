import type { Db, Replica, Sql } from '#db/db.ts'
import type { StatementLine } from './statement-lines.ts'

/** An account's statement as it stood at one moment, and what it adds up to. */
export type Extract = {
  accountId: bigint
  /** None when `lastLine` is before `firstLine`. */
  firstLine: bigint
  lastLine: bigint
  /** A later entry did not exist yet. */
  upToEntry: bigint
  openingMinor: bigint
  creditMinor: bigint
  debitMinor: bigint
  /** What of it did not go to own accounts. */
  spentMinor: bigint
  closingMinor: bigint
  /** The account's money at that moment, whatever the dates. */
  availableMinor: bigint
  openedAt: Date
  firstDay: string | null
  lastDay: string | null
  /** Where the primary's log (WAL) stood; null where nobody asked. A standby before it lacks lines. */
  position: string | null
}

/** A line as it stood at that moment. */
export type ExtractLine = Pick<
  StatementLine,
  | 'id'
  | 'line'
  | 'day'
  | 'type'
  | 'amountMinor'
  | 'state'
  | 'name'
  | 'accountNumber'
  | 'bank'
  | 'swift'
  | 'description'
  | 'reference'
  | 'createdAt'
>

/**
 * Fixes what an extract shows, so that it can be read slowly while money moves.
 *
 * A transaction that stays open until the last line is read would do this too, but the embedded
 * database has one connection: everybody would wait for a slow download. Instead one short
 * transaction takes the account's lock, which every writer of its lines holds, and notes the last
 * line number and the last entry. Entry ids are drawn under that lock and never fall, so a line of
 * this account was completed by then exactly when its entry is not a later one; and a line that is
 * completed afterwards still counts as pending. Balances, days and lines then agree for good.
 */
export async function takeExtract(
  db: Db,
  {
    accountId,
    from,
    to,
    withPosition = false,
  }: { accountId: bigint; from?: string; to?: string; withPosition?: boolean },
): Promise<Extract> {
  return db.transaction(async (sql) => {
    const account = await lockAccount(sql, accountId)
    const sums = await sumDays(sql, accountId, from ?? null, to ?? null)
    const closingMinor = sums.openingMinor + sums.creditMinor - sums.debitMinor
    const isWhole = (to ?? '9999') >= (account.lastDay ?? '')
    if (isWhole && closingMinor !== account.balanceMinor) {
      throw new Error('an extract up to now must end with the balance')
    }
    const { availableMinor, openedAt, lastDay } = account
    // After what it is to cover: a commit is in the log before anybody sees it.
    const position = withPosition ? await positionOf(sql) : null
    return { accountId, ...sums, closingMinor, availableMinor, openedAt, lastDay, position }
  })
}

async function positionOf(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`
  return row?.at ?? null
}

type Locked = {
  balanceMinor: bigint
  availableMinor: bigint
  lastDay: string | null
  openedAt: Date
}

async function lockAccount(sql: Sql, accountId: bigint): Promise<Locked> {
  const [account] = await sql<Locked>`
    select balance_minor as "balanceMinor", balance_minor - held_minor as "availableMinor",
      last_day as "lastDay", opened_at as "openedAt"
    from ledger_accounts where id = ${accountId} for share`
  if (!account) throw new Error('an extract is of an account that exists')
  return account
}

type Sums = Pick<
  Extract,
  | 'upToEntry'
  | 'openingMinor'
  | 'creditMinor'
  | 'debitMinor'
  | 'spentMinor'
  | 'firstLine'
  | 'lastLine'
  | 'firstDay'
>

/** A second statement: under READ COMMITTED it sees whatever the lock had to wait for. */
async function sumDays(
  sql: Sql,
  accountId: bigint,
  from: string | null,
  to: string | null,
): Promise<Sums> {
  const [sums] = await sql<Sums>`
    select (select coalesce(max(id), 0) from ledger_entries) as "upToEntry",
      coalesce(sum(income_minor - expense_minor) filter (where not d.shown), 0)::int8 as "openingMinor",
      coalesce(sum(income_minor) filter (where d.shown), 0)::int8 as "creditMinor",
      coalesce(sum(expense_minor) filter (where d.shown), 0)::int8 as "debitMinor",
      coalesce(sum(spend_minor) filter (where d.shown), 0)::int8 as "spentMinor",
      coalesce(min(first_line) filter (where d.shown), 1) as "firstLine",
      coalesce(max(first_line + lines - 1) filter (where d.shown), 0) as "lastLine",
      min(day) as "firstDay"
    from (
      select *, day >= coalesce(${from}::date, '-infinity') as shown from ledger_days
      where account_id = ${accountId} and day <= coalesce(${to}::date, 'infinity')) d`
  if (!sums) throw new Error('sums are one row')
  return sums
}

const linesPerRead = 500n

/**
 * The lines of an extract, oldest first, some hundred at a time: memory does not grow with the
 * history, and between two reads the database is everybody's. Throws at the end if what was read is
 * not what was summed, since a file that does not add up must not look complete.
 */
export async function* readExtract(
  source: Source,
  extract: Extract,
): AsyncGenerator<ExtractLine[]> {
  const { firstLine, lastLine } = extract
  let count = 0n
  let sumMinor = extract.openingMinor
  for (let bottom = firstLine; bottom <= lastLine; bottom += linesPerRead) {
    const lines = await readFrom(source, extract, (sql) => readLines(sql, extract, bottom))
    for (const line of lines) {
      count += 1n
      sumMinor += effectOf(line)
    }
    yield lines
  }
  if (count !== lineCount(extract) || sumMinor !== extract.closingMinor) {
    throw new Error('the lines of an extract must add up to its sums')
  }
}

/** The bank's database, and its standby where there is one. */
export type Source = { db: Db; replica?: Replica | undefined }

/** Asks the standby, where it is past the extract's position, else the primary. */
async function readFrom<T>(
  { db, replica }: Source,
  { position }: Extract,
  read: (sql: Sql) => Promise<T>,
): Promise<T> {
  const there = await replica?.read((standby) =>
    // Two statements on one connection: the second sees whatever the first saw replayed.
    standby.transaction(async (sql) => {
      const [row] = await sql<{ hasIt: boolean | null }>`
        select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "hasIt"`
      return row?.hasIt ? read(sql) : undefined
    }),
  )
  return there ?? read(db.sql)
}

/** How many lines an extract has. */
export function lineCount({ firstLine, lastLine }: Extract): bigint {
  return lastLine < firstLine ? 0n : lastLine - firstLine + 1n
}

/** Completed lines of an extract. */
export type LineCounts = { credits: bigint; debits: bigint }

/** How many completed lines of each kind an extract has, whatever happened since it was taken. */
export async function countLines(source: Source, extract: Extract): Promise<LineCounts> {
  const { accountId, firstLine, lastLine, upToEntry } = extract
  const [counts] = await readFrom(
    source,
    extract,
    (sql) => sql<LineCounts>`
      select count(*) filter (where type = 'credit') as credits,
        count(*) filter (where type = 'debit') as debits
      from transactions
      where account_id = ${accountId} and line between ${firstLine} and ${lastLine}
        and state = 'completed' and entry_id <= ${upToEntry}`,
  )
  if (!counts) throw new Error('counts are one row')
  return counts
}

/** What a line did to the balance: nothing, unless it is completed. */
export function effectOf({ state, type, amountMinor }: ExtractLine): bigint {
  if (state !== 'completed') return 0n
  return type === 'credit' ? amountMinor : -amountMinor
}

async function readLines(
  sql: Sql,
  { accountId, upToEntry, lastLine }: Extract,
  bottom: bigint,
): Promise<ExtractLine[]> {
  return sql<ExtractLine>`
    select id, line, day, type, amount_minor as "amountMinor",
      case when entry_id > ${upToEntry} then 'pending' else state end as state,
      name, account_number as "accountNumber", bank, swift, description, reference,
      created_at as "createdAt"
    from transactions
    where account_id = ${accountId} and line between ${bottom}
      and least(${bottom + linesPerRead - 1n}::int8, ${lastLine}::int8)
    order by line`
}
