import {
  type Category,
  type Input,
  isCategory,
  type LineCategory,
  type LinePart,
  messages,
  type putIntoCategory,
  uuid,
} from '@passbook/contract'
import { part, type Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { byId, type StatementLine } from '#ledger/statement-lines.ts'
import { publishList } from '#notifications/publish.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { categoryOf, payeeKey } from './bank-rules.ts'
import { checkBudgets } from './budget-checks.ts'
import { dropRule, keepRule, rulesOf } from './rules.ts'

type Asked = Input<typeof putIntoCategory>

/** A line of the customer's own, of a closed account too; another's and none get the same answer. */
async function ownLine(sql: Sql, customerId: bigint, id: string): Promise<StatementLine> {
  const own = part`exists (
    select from accounts a where a.account_id = l.id and a.owner_id = ${customerId})`
  const line = uuid.test(id) ? await byId(sql, id, own) : null
  if (!line) throw new Failure('not_yours', messages.receiptUnavailable)
  return line
}

/** Only what was spent has a category to choose: income is income, and own moves have none. */
const isOpen = ({ type, ownAccount }: StatementLine) => type === 'debit' && !ownAccount

/** Whether a line is neither income nor spending. */
const isNeither = ({ type, ownAccount, purpose }: StatementLine) =>
  ownAccount || (type === 'credit' && purpose === 'loan')

type Noted = { category: string | null; note: string; parts: LinePart[] }

async function notesOn(sql: Sql, { accountId, line }: StatementLine): Promise<Noted> {
  const [row] = await sql<{ category: string | null; note: string }>`
    select category, note from line_notes where account_id = ${accountId} and line = ${line}`
  const parts = await sql<LinePart>`
    select category, amount_minor as "amountMinor" from line_parts
    where account_id = ${accountId} and line = ${line} order by part`
  return { category: row?.category ?? null, note: row?.note ?? '', parts }
}

/** Where a line is put, and what its customer wrote beside it. */
export async function readCategory(
  { db }: Pick<Bank, 'db'>,
  customerId: bigint,
  id: string,
): Promise<LineCategory> {
  const line = await ownLine(db.sql, customerId, id)
  return show(db.sql, customerId, line)
}

async function show(sql: Sql, customerId: bigint, line: StatementLine): Promise<LineCategory> {
  const { category, note, parts } = await notesOn(sql, line)
  const rules = await rulesOf(sql, customerId)
  const open = isOpen(line)
  const byRules = isNeither(line) ? null : categoryOf(line, rules)
  const chosen = category !== null || parts.length > 0
  return {
    Category: category ?? byRules,
    Parts: parts.map((one) => ({ Category: one.category, Amount: one.amountMinor })),
    Note: note,
    By: chosen ? 'line' : open && rules.has(payeeKey(line.name)) ? 'rule' : 'bank',
    Open: open,
    Payee: open && payeeKey(line.name) !== '',
  }
}

/** Does what the customer says of a line; what was not said stays as it is. */
export async function putLine(bank: Bank, customerId: bigint, asked: Asked): Promise<LineCategory> {
  return bank.db.transaction(async (sql) => {
    await lockCustomer(sql, customerId)
    const line = await ownLine(sql, customerId, asked.id)
    const { category, parts, note, always } = asked
    if (category !== undefined) await choose(sql, customerId, line, { category, always })
    if (parts !== undefined) await split(sql, line, parts)
    if (note !== undefined) await write(sql, line, { note })
    if (category !== undefined || parts !== undefined) await checkBudgets(bank, sql, customerId)
    await publishList(sql, customerId, 'insights')
    return show(sql, customerId, line)
  })
}

async function choose(
  sql: Sql,
  customerId: bigint,
  line: StatementLine,
  { category, always }: { category: Category | ''; always: boolean },
): Promise<void> {
  assertOpen(line)
  if (always && payeeKey(line.name) === '') throw new Failure('invalid', messages.payeeMissing)
  if (always && isCategory(category)) await keepRule(sql, customerId, { name: line.name, category })
  if (always && category === '') await dropRule(sql, customerId, line.name)
  await forgetParts(sql, line)
  // A line that goes by its payee's rule follows it when that is changed.
  await write(sql, line, { category: always || category === '' ? null : category })
}

async function split(sql: Sql, line: StatementLine, parts: readonly LinePart[]): Promise<void> {
  assertOpen(line)
  const sumMinor = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  if (parts.length > 0 && sumMinor !== line.amountMinor) {
    throw new Failure('invalid', messages.partsSum, { field: 'parts' })
  }
  await forgetParts(sql, line)
  await write(sql, line, { category: null })
  await sql`
    insert into line_parts(account_id, line, part, category, amount_minor)
    select ${line.accountId}, ${line.line}, nth - 1, category, amount from unnest(
      ${parts.map(({ category }) => category)}::text[],
      ${parts.map(({ amountMinor }) => amountMinor)}::int8[]) with ordinality u(category, amount, nth)`
}

function assertOpen(line: StatementLine): void {
  if (!isOpen(line)) throw new Failure('invalid', messages.categoryFixed, { field: 'category' })
}

async function forgetParts(sql: Sql, { accountId, line }: StatementLine): Promise<void> {
  await sql`delete from line_parts where account_id = ${accountId} and line = ${line}`
}

/** A category and a note stand in one row; whichever is not said stays, and an empty row goes. */
async function write(
  sql: Sql,
  { accountId, line }: StatementLine,
  said: { category: Category | null } | { note: string },
): Promise<void> {
  if ('note' in said) {
    await sql`
      insert into line_notes(account_id, line, note) values (${accountId}, ${line}, ${said.note})
      on conflict (account_id, line) do update set note = excluded.note`
  } else {
    await sql`
      insert into line_notes(account_id, line, category, note)
      values (${accountId}, ${line}, ${said.category}, '')
      on conflict (account_id, line) do update set category = excluded.category`
  }
  await sql`
    delete from line_notes
    where account_id = ${accountId} and line = ${line} and category is null and note = ''`
}
