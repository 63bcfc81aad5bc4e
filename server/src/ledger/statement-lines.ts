import { uuid } from '@passbook/contract'
import { part, type Sql, type SqlPart } from '#db/db.ts'
import { flows, inDays } from './flows.ts'

/** A line of a customer's statement. */
export type StatementLine = {
  id: string
  accountId: bigint
  line: bigint
  /** The booking day in the bank's zone, yyyy-mm-dd. */
  day: string
  type: 'credit' | 'debit'
  amountMinor: bigint
  state: 'pending' | 'completed' | 'failed'
  purpose: 'loan' | 'transfer' | 'others'
  method: string
  gateway: string
  name: string
  accountNumber: string
  bank: string
  swift: string
  bankAddress: string
  routingNumber: string
  description: string
  objective: string
  reference: string
  same: boolean
  ownAccount: boolean
  failureReason: string | null
  entryId: bigint | null
  holdId: bigint | null
  createdAt: Date
  decidedAt: Date | null
  /** Until when a transfer that nobody has begun to pay can be called back. */
  undoUntil: Date | null
}

/** What a reader sees of a line. */
export type ShownLine = Omit<
  StatementLine,
  'accountId' | 'line' | 'day' | 'entryId' | 'holdId' | 'decidedAt'
>

/** What a line says of itself before anything has happened to it. */
export const blankLine = {
  purpose: 'others',
  method: '',
  gateway: '',
  name: '',
  accountNumber: '',
  bank: '',
  swift: '',
  bankAddress: '',
  routingNumber: '',
  description: '',
  objective: '',
  reference: '',
  same: false,
  ownAccount: false,
  failureReason: null,
  undoUntil: null,
} as const

/** Both days are inclusive; without them the whole history is meant. */
type Days = { from?: string | undefined; to?: string | undefined }
type Paging = Days & { page: number; perPage: number }

/** One page of an account, newest first. */
export async function readPage(
  sql: Sql,
  { accountId, ...paging }: Paging & { accountId: bigint },
): Promise<{ lines: StatementLine[]; total: number; pages: number }> {
  const account = part`select id, line_count from ledger_accounts where id = ${accountId}`
  const { lines, total } = await pageOf<StatementLine>(sql, { account }, lineColumns, paging)
  return { lines, total, pages: Math.ceil(total / paging.perPage) }
}

/** A query of at most one account with its id and line_count; of its columns `found` comes back. */
type Asked = { account: SqlPart; found?: SqlPart }

/**
 * The same of an account that is yet to be found, as a reader sees it. Whoever must know whose account
 * it is asks that in the same round trip.
 */
export const readPageOf = <Found>(sql: Sql, asked: Asked, paging: Paging) =>
  pageOf<ShownLine, Found>(sql, asked, shownColumns, paging)

/**
 * Line numbers have no gaps and days never fall, so a range of dates is a range of lines: the cost of
 * a page does not depend on the length of the history.
 */
async function pageOf<Line, Found = object>(
  sql: Sql,
  { account, found: foundColumns = part`id as found` }: Asked,
  columns: SqlPart,
  { page, perPage, ...days }: Paging,
): Promise<{ found: Found | undefined; lines: Line[]; total: number }> {
  const rows = await sql<Line & Found & { number: bigint | null; total: number }>`
    select found.*, greatest(0, last - first + 1)::int4 as total, shown.*
    from (${ranged(account, days)}) ranged cross join lateral (select ${foundColumns}) found
    left join lateral (
      select ${columns}, line as number from transactions
      where account_id = ranged.id
        and line between greatest(first, last - ${page}::int8 * ${perPage}::int8 + 1)
        and last - (${page}::int8 - 1) * ${perPage}::int8
      order by line desc limit ${perPage}) shown on true
    order by number desc`
  const [found] = rows
  // A page without lines is one row, with nothing in the columns of a line.
  const lines = found?.number === null ? [] : rows
  return { found, lines, total: found?.total ?? 0 }
}

/** The account with its first line and its last, of all or of these days. */
const ranged = (account: SqlPart, { from = null, to = null }: NullDays<Days>): SqlPart =>
  from === null && to === null
    ? part`select account.*, 1::int8 as first, line_count as last from (${account}) account`
    : part`
      with account as materialized (${account})
      select account.*, first, last from account cross join lateral (select
        coalesce((
          select first_line from ledger_days
          where account_id = account.id and day >= ${from}::date
          order by day limit 1), 1) as first,
        coalesce((
          select first_line + lines - 1 from ledger_days
          where account_id = account.id and day >= coalesce(${from}::date, '-infinity')
            and day <= coalesce(${to}::date, 'infinity')
          order by day desc limit 1), 0) as last
        -- A fence: looked up once, and not at every place that names them.
        offset 0) range`

type NullDays<P> = Omit<P, keyof Days> & { [day in keyof Days]: string | null | undefined }

/** With the next the one place that lists a line's columns. */
const shownColumns = part`
  id, type, amount_minor as "amountMinor", state, purpose, method, gateway, name,
  account_number as "accountNumber", bank, swift, bank_address as "bankAddress",
  routing_number as "routingNumber", description, objective, reference, same,
  own_account as "ownAccount", failure_reason as "failureReason", created_at as "createdAt",
  case when state = 'pending' then (
    select undo_until from transfers
    where transaction_id = transactions.id and not done and tries = 0) end as "undoUntil"`

export const lineColumns = part`${shownColumns}, account_id as "accountId", line, day,
  entry_id as "entryId", hold_id as "holdId", decided_at as "decidedAt"`

/** What an account's completed lines come to. */
export type Sums = {
  /** Own-account moves included, as in the next. */
  incomeMinor: bigint
  expenseMinor: bigint
  /** Debits of the `spent` days without moves between the customer's own accounts. */
  spendMinor: bigint
}

type Summed<Found> = { found: Found; sums: Sums; lines: StatementLine[] }

/**
 * The sums and the newest lines of several accounts in one query. `accounts` is a query with their
 * "ownId" and "lineCount", whose other columns come back as `found`; none may have the name of a
 * line's.
 */
export async function readSums<Found extends { ownId: bigint }>(
  sql: Sql,
  accounts: SqlPart,
  {
    from = null,
    to = null,
    spent,
    newest = 0,
  }: NullDays<Days> & { spent: { from: string; to: string }; newest?: number },
): Promise<Summed<Found>[]> {
  const rows = await sql<Found & Sums & StatementLine>`
    select own.*, sums.*, month.*, shown.*
    from (${accounts}) own cross join lateral (
      select coalesce(sum(${flows.income.day}), 0)::int8 as "incomeMinor",
        coalesce(sum(${flows.expenses.day}), 0)::int8 as "expenseMinor"
      from ledger_days where account_id = "ownId" and ${inDays(from, to)}) sums
    cross join lateral (
      select coalesce(sum(${flows.spent.day}), 0)::int8 as "spendMinor" from ledger_days
      where account_id = "ownId" and day between ${spent.from}::date and ${spent.to}::date) month
    left join lateral (
      select ${lineColumns} from transactions
      where account_id = "ownId" and line > "lineCount" - ${newest}::int8
      order by line desc limit ${newest}) shown on true
    order by "ownId", shown.line desc`
  const accountIds = [...new Set(rows.map(({ ownId }) => ownId))]
  return accountIds.map((id) => {
    const own = rows.filter(({ ownId }) => ownId === id) as [(typeof rows)[number]]
    const [found] = own
    // An account without lines is one row, with nothing in the columns of a line.
    return { found, sums: found, lines: found.line === null ? [] : own }
  })
}

/** The sums of one account; without days, of all of them. */
export async function sumsOf(
  sql: Sql,
  { accountId, from, to }: Days & { accountId: bigint },
): Promise<Sums> {
  const account = part`select ${accountId}::int8 as "ownId", 0::int8 as "lineCount"`
  const spent = { from: from ?? '-infinity', to: to ?? 'infinity' }
  const [one] = await readSums(sql, account, { from, to, spent })
  if (!one) throw new Error('sums are one row')
  const { incomeMinor, expenseMinor, spendMinor } = one.sums
  return { incomeMinor, expenseMinor, spendMinor }
}

/**
 * A line by its id; whoever asks must still be checked to own its account. `account` is a condition on
 * that account, a row l of ledger_accounts.
 */
export async function byId(
  sql: Sql,
  id: string,
  account: SqlPart = part`true`,
): Promise<StatementLine | null> {
  // A receipt's address and an operator's paste may be in capitals.
  if (!uuid.test(id.toLowerCase())) return null
  const [line] = await sql<StatementLine>`
    select ${lineColumns} from transactions
    where id = ${id} and exists (
      select from ledger_accounts l where l.id = transactions.account_id and ${account})`
  return line ?? null
}
