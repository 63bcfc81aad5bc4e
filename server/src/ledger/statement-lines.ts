import { uuid } from '@passbook/contract'
import type { Sql } from '#db/db.ts'

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
} as const

/** Both days are inclusive; without them the whole history is meant. */
type Range = { accountId: bigint; from?: string; to?: string }

/**
 * One page, newest first. Line numbers have no gaps and days never fall, so a range of dates is a
 * range of lines: the cost of a page does not depend on the length of the history.
 */
export async function readPage(
  sql: Sql,
  { accountId, page, perPage, from, to }: Range & { page: number; perPage: number },
): Promise<{ lines: StatementLine[]; total: number; pages: number }> {
  const { first, last } = await lineRange(sql, { accountId, from: from ?? null, to: to ?? null })
  const total = last < first ? 0 : Number(last - first + 1n)
  const top = last - BigInt((page - 1) * perPage)
  const bottom = top - BigInt(perPage - 1)
  const lines = await readLines(sql, { accountId, first, bottom, top })
  return { lines, total, pages: Math.ceil(total / perPage) }
}

type Lines = { accountId: bigint; first: bigint; bottom: bigint; top: bigint }

/** Lines of an account by their numbers, newest first. The one place that lists their columns. */
async function readLines(
  sql: Sql,
  { accountId, first, bottom, top }: Lines,
): Promise<StatementLine[]> {
  return sql<StatementLine>`
    select id, account_id as "accountId", line, day, type, amount_minor as "amountMinor", state,
      purpose, method, gateway, name, account_number as "accountNumber", bank, swift,
      bank_address as "bankAddress", routing_number as "routingNumber", description, objective,
      reference, same, own_account as "ownAccount", failure_reason as "failureReason",
      entry_id as "entryId", hold_id as "holdId", created_at as "createdAt",
      decided_at as "decidedAt"
    from transactions
    where account_id = ${accountId} and line between greatest(${bottom}::int8, ${first}::int8) and ${top}
    order by line desc`
}

async function lineRange(
  sql: Sql,
  { accountId, from, to }: { accountId: bigint; from: string | null; to: string | null },
): Promise<{ first: bigint; last: bigint }> {
  const [range] = await sql<{ first: bigint; last: bigint }>`
    select
      coalesce(case when ${from}::date is null then 1 else (
        select first_line from ledger_days
        where account_id = ${accountId} and day >= ${from}::date order by day limit 1) end, 1) as first,
      coalesce(case when ${to}::date is null and ${from}::date is null then (
        select line_count from ledger_accounts where id = ${accountId})
      else (
        select first_line + lines - 1 from ledger_days
        where account_id = ${accountId} and day <= coalesce(${to}::date, 'infinity')
          and day >= coalesce(${from}::date, '-infinity')
        order by day desc limit 1) end, 0) as last`
  return range ?? { first: 1n, last: 0n }
}

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
  const [place] = await sql<{ accountId: bigint; line: bigint }>`
    select account_id as "accountId", line from transactions where id = ${id}`
  if (!place) return null
  const { accountId, line } = place
  const [found] = await readLines(sql, { accountId, first: line, bottom: line, top: line })
  return found ?? null
}
