import { uuid } from '@passbook/contract'
import { part, type Sql, type SqlPart } from '#db/db.ts'

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
type Range = Days & { accountId: bigint }
type Paging = Days & { page: number; perPage: number }

/** One page of an account, newest first. */
export async function readPage(
  sql: Sql,
  { accountId, ...paging }: Paging & { accountId: bigint },
): Promise<{ lines: StatementLine[]; total: number; pages: number }> {
  const account = part`select id, line_count from ledger_accounts where id = ${accountId}`
  const { lines, total } = await readPageOf(sql, account, paging)
  return { lines, total, pages: Math.ceil(total / paging.perPage) }
}

/**
 * The same of an account that is yet to be found: `account` is a query of at most one row with its
 * id and line_count, whose other columns come back as `found`. Whoever must know whose account it is
 * asks that in the same round trip. Line numbers have no gaps and days never fall, so a range of
 * dates is a range of lines: the cost of a page does not depend on the length of the history.
 */
export async function readPageOf<Found>(
  sql: Sql,
  account: SqlPart,
  { page, perPage, from = null, to = null }: NullDays<Paging>,
): Promise<{ found: Found | undefined; lines: StatementLine[]; total: number }> {
  const rows = await sql<StatementLine & Found & { total: number }>`
    with account as materialized (${account}),
    ranged as materialized (
      select account.*, first, last from account cross join lateral (select
        coalesce(case when ${from}::date is not null then (
          select first_line from ledger_days
          where account_id = account.id and day >= ${from}::date
          order by day limit 1) end, 1) as first,
        coalesce(case when ${from}::date is null and ${to}::date is null then account.line_count
        else (
          select first_line + lines - 1 from ledger_days
          where account_id = account.id and day >= coalesce(${from}::date, '-infinity')
            and day <= coalesce(${to}::date, 'infinity')
          order by day desc limit 1) end, 0) as last) range)
    select ranged.*, greatest(0, last - first + 1)::int4 as total, shown.*
    from ranged left join lateral (
      select ${lineColumns} from transactions
      where account_id = ranged.id
        and line between greatest(first, last - ${page}::int8 * ${perPage}::int8 + 1)
        and last - (${page}::int8 - 1) * ${perPage}::int8
      order by line desc limit ${perPage}) shown on true
    order by shown.line desc`
  const [found] = rows
  // A page without lines is one row, with nothing in the columns of a line.
  const lines = found?.line === null ? [] : rows
  return { found, lines, total: found?.total ?? 0 }
}

type NullDays<P> = Omit<P, keyof Days> & { [day in keyof Days]: string | null | undefined }

/** The one place that lists a line's columns. */
const lineColumns = part`
  id, account_id as "accountId", line, day, type, amount_minor as "amountMinor", state, purpose,
  method, gateway, name, account_number as "accountNumber", bank, swift,
  bank_address as "bankAddress", routing_number as "routingNumber", description, objective,
  reference, same, own_account as "ownAccount", failure_reason as "failureReason",
  entry_id as "entryId", hold_id as "holdId", created_at as "createdAt",
  decided_at as "decidedAt", case when state = 'pending' then (
    select undo_until from transfers
    where transaction_id = transactions.id and not done and tries = 0) end as "undoUntil"`

/** Completed income and expenses, own-account moves included. */
export async function totals(
  sql: Sql,
  { accountId, from, to }: Range,
): Promise<{ incomeMinor: bigint; expenseMinor: bigint }> {
  const [sums] = await sql<{ incomeMinor: bigint; expenseMinor: bigint }>`
    select coalesce(sum(income_minor), 0)::int8 as "incomeMinor",
      coalesce(sum(expense_minor), 0)::int8 as "expenseMinor"
    from ledger_days
    where account_id = ${accountId} and day >= coalesce(${from ?? null}::date, '-infinity')
      and day <= coalesce(${to ?? null}::date, 'infinity')`
  return sums ?? { incomeMinor: 0n, expenseMinor: 0n }
}

/** Completed debits without moves between the customer's own accounts. */
export async function spend(
  sql: Sql,
  { accountId, from, to }: { accountId: bigint; from: string; to: string },
): Promise<bigint> {
  const [sum] = await sql<{ spendMinor: bigint }>`
    select coalesce(sum(spend_minor), 0)::int8 as "spendMinor" from ledger_days
    where account_id = ${accountId} and day between ${from}::date and ${to}::date`
  return sum?.spendMinor ?? 0n
}

/** A line by its id; whoever asks must still be checked to own its account. */
export async function byId(sql: Sql, id: string): Promise<StatementLine | null> {
  // A receipt's address and an operator's paste may be in capitals.
  if (!uuid.test(id.toLowerCase())) return null
  const [line] = await sql<StatementLine>`select ${lineColumns} from transactions where id = ${id}`
  return line ?? null
}
