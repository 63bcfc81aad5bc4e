import {
  type Account,
  type accountStatement,
  dayIn,
  type Output,
  type PrintedLine,
  type Transaction,
  toDecimal,
  transactions,
} from '@passbook/contract'
import { bankToday } from './bank-day.ts'
import { ask } from './client.ts'
import type { Dates } from './keys.ts'
import { page } from './page.ts'

export type Statement = Output<typeof accountStatement>

/**
 * Puts a statement together from the pages of the list, for a server that makes none. Its balances are
 * reckoned back from what the account holds now, so every line from the first day until today is read.
 */
export async function gatherStatement(
  account: Account,
  dates: Dates,
  signal: AbortSignal,
): Promise<Statement> {
  const today = bankToday()
  const newestFirst = await allLines(account.Id, until(dates, today), signal)
  return statementOf(account, newestFirst, { ...dates, today })
}

/** The dates to ask for. A list from today on cannot be asked for: both dates of today mean all. */
function until({ start_date, end_date }: Dates, today: string): Dates {
  if (!start_date || !end_date || start_date >= today) return {}
  return { start_date, end_date: end_date > today ? end_date : today }
}

async function allLines(accountId: string, dates: Dates, signal: AbortSignal) {
  const lines = new Map<string, Transaction>()
  let pages = 1
  for (let at = 1; at <= pages; at++) {
    const { List, Meta } = await ask(transactions, { accountId, page: at, ...dates }, signal)
    pages = Meta.PageSize
    // A line that comes in meanwhile pushes another one onto the next page, where it is met again.
    for (const line of List) lines.set(line.Id, line)
  }
  return [...lines.values()].sort((one, other) => Number(other.Created) - Number(one.Created))
}

/** The lines between two days, oldest first, each with what the account held after it. */
export function statementOf(
  account: Account,
  newestFirst: readonly Transaction[],
  { start_date, end_date, today }: Dates & { today: string },
): Statement {
  const sums = { Income: 0n, Expenses: 0n }
  const list: PrintedLine[] = []
  let balance = account.CurrentBalance
  let closing = balance
  for (const line of newestFirst) {
    const day = dayIn(line.Created, page.bankZone)
    if (start_date && day < start_date) break
    const within = !end_date || day <= end_date
    if (within) list.push({ ...line, Day: day, Balance: balance })
    const moved = movedBy(line)
    balance -= moved
    if (!within) closing = balance
    else if (moved > 0n) sums.Income += moved
    else sums.Expenses -= moved
  }
  const oldest = list.at(-1)?.Day ?? today
  return {
    Account: account,
    From: start_date ?? oldest,
    To: end_date ?? today,
    Opening: balance,
    ...sums,
    Closing: closing,
    List: list.reverse(),
  }
}

/** What a line did to the balance: only a completed one did anything. */
function movedBy({ State: state, Type, Amount }: Transaction): bigint {
  if (state !== 'completed') return 0n
  return Type === 'debit' ? -Amount : Amount
}

const header =
  'Date,Type,Amount,Balance after,Counterparty,Account number,Reference,Description,State,Currency,Own account'

/** The same as a file for spreadsheets, with the columns that a bank's own file has. */
export function csvOf(statement: Statement): { name: string; blob: Blob } {
  const { Account: account, From, To, Opening, Closing, List } = statement
  const today = bankToday()
  const rows = [
    [From, 'opening', '', toDecimal(Opening), '', '', '', '', ''],
    ...List.map(cellsOf),
    // What an account will hold on a day to come, nobody knows.
    [[To, today].sort()[0] ?? To, 'closing', '', toDecimal(Closing), '', '', '', '', ''],
  ]
  const own = [account.Currency.Code.toUpperCase(), account.Number]
  const text = rows.map((row) => `${[...row, ...own].map(quoted).join(',')}\r\n`).join('')
  return {
    name: `statement-${account.Number}-${From}-${To}.csv`,
    // The mark in front tells spreadsheets that it is UTF-8.
    blob: new Blob([`\ufeff${header}\r\n${text}`], { type: 'text/csv;charset=utf-8' }),
  }
}

function cellsOf(line: PrintedLine): string[] {
  const amount = toDecimal(line.Type === 'debit' ? -line.Amount : line.Amount)
  return [
    line.Day,
    line.Type,
    amount,
    toDecimal(line.Balance),
    textCell(line.Name),
    textCell(line.Accountnumber),
    textCell(line.Reference || line.Id),
    textCell(line.Description),
    line.State,
  ]
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

// Spreadsheets run a cell that starts like this, and some take these signs for the end of a cell.
const formula = /(^|[;|\t])([\s\p{Cc}]*[=+\-@＝＋－＠])/gu

/** What a person wrote, on one line and never as a formula. */
function textCell(text: string | null | undefined): string {
  return (text ?? '').replaceAll(formula, "$1'$2").replaceAll(/[\s\p{Cc}]+/gu, ' ')
}
