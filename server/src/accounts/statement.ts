import {
  balanceDayCount,
  type balanceDays,
  type CurrencyCode,
  dayIn,
  limits,
  messages,
  type Output,
  type transactions,
  uuid,
} from '@passbook/contract'
import { part, type Sql, type SqlPart } from '#db/db.ts'
import type { Claim } from '#http/route.ts'
import { lastDays } from '#kernel/calendar.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { readBalances } from '#ledger/day-sums.ts'
import * as statement from '#ledger/statement-lines.ts'
import { isAsNew, type Versioned, versionOf } from '#ledger/versions.ts'
import {
  accountOf,
  accountsOf,
  notYours,
  type OwnRow,
  ownAccounts,
  showTransaction,
} from './accounts.ts'

type Dates = { start_date?: string | undefined; end_date?: string | undefined }
type Asked = Dates & { accountId: string; page: number }

/** One page of an account's statement, newest first. */
export async function statementPage(
  bank: Bank,
  claim: Claim,
  { accountId, page, start_date, end_date }: Asked,
): Promise<Output<typeof transactions>> {
  const dates = start_date && end_date ? { from: start_date, to: end_date } : {}
  const { found, lines, total } = await pageOf(bank, claim, accountId, {
    ...dates,
    page,
    perPage: limits.perPage,
  })
  const account = { name: found.ownName, number: found.ownNumber, currency: found.ownCurrency }
  const reader = { username: found.username, now: bank.clock.now() }
  return {
    List: lines.map((line) => showTransaction(line, account, reader)),
    Meta: {
      PageSize: Math.ceil(total / limits.perPage),
      Total: total,
      Page: page,
      PerPage: limits.perPage,
    },
  }
}

/**
 * Session, account and page in one query. Where there is a standby the primary answers for the first
 * two, and the standby for the page if it has the account as the primary has it.
 */
async function pageOf(
  { db, replica }: Bank,
  claim: Claim,
  accountId: string,
  paging: { page: number; perPage: number; from?: string; to?: string },
) {
  const version = replica ? part`, ${versionOf(part`l`)}` : part``
  const whose = part`
    select who.last_used_at as "lastUsedAt", who.username, own.*
    from (${claim.session}) who left join lateral (
      select l.id, l.line_count, l.currency as "ownCurrency", a.name as "ownName",
        a.number as "ownNumber" ${version}
      from ledger_accounts l join accounts a on a.account_id = l.id
      where l.public_id = ${uuid.test(accountId) ? accountId : null} and l.closed_at is null
        and a.owner_id = who.id) own on true`
  const admitted = (found: FoundOwn | undefined): FoundOwn => {
    claim.admit(found)
    if (!found?.ownNumber) throw notYours()
    return found
  }
  if (!replica) {
    const found = part`"lastUsedAt", username, "ownName", "ownNumber", "ownCurrency"`
    const page = await statement.readPageOf<FoundOwn>(db.sql, { account: whose, found }, paging)
    return { ...page, found: admitted(page.found) }
  }
  const [row] = await db.sql<FoundOwn & { id: bigint } & Versioned>`${whose}`
  admitted(row)
  const found = row as NonNullable<typeof row>
  const page = await replica.read(async ({ sql }) => {
    const account = part`select id, line_count from ledger_accounts l where ${isAsNew([found])}`
    const read = await statement.readPageOf(sql, { account }, paging)
    return read.found ? read : undefined
  })
  const { lines, total } =
    page ?? (await statement.readPage(db.sql, { ...paging, accountId: found.id }))
  return { found, lines, total }
}

/** The session and, where it is the customer's own, the account. */
type FoundOwn = {
  lastUsedAt: Date
  username: string
  ownName: string
  ownNumber: string
  ownCurrency: CurrencyCode
}

/** Income and expenses of the dates asked for, and what was spent this month in the bank's zone. */
export const overviewOf = (bank: Bank, ownerId: bigint, asked: Dates & { accountId: string }) =>
  overviewIn(bank.db.sql, bank, ownerId, asked)

/** The same as others read it in a transaction of theirs. */
export async function overviewIn(
  sql: Sql,
  bank: Bank,
  ownerId: bigint,
  { accountId, start_date, end_date }: Dates & { accountId: string },
) {
  const range = start_date && end_date ? { from: start_date, to: end_date } : {}
  const own = part`
    select own.*, coalesce((
      select sum(t.amount_minor) ${lentLines(ownerId, part`own."ownId"`, range)}), 0)::int8
      as "borrowedMinor"
    from (${ownAccount(ownerId, accountId)}) own`
  const days = { ...range, spent: monthOf(bank) }
  const [account] = await statement.readSums<OwnRow & { borrowedMinor: bigint }>(sql, own, days)
  if (!account) throw notYours()
  const { borrowedMinor } = account.found
  return { ...sumWords(account.sums), ...(borrowedMinor > 0n && { borrowed: borrowedMinor }) }
}

/** From the lines by which an account was lent money, as the end of a query: each is a row t. */
export const lentLines = (
  ownerId: bigint,
  accountId: SqlPart,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): SqlPart => part`
  from loans n join transactions t on t.id = n.transaction_id
  where n.customer_id = ${ownerId} and n.account_id = ${accountId} and t.state = 'completed'
    and t.day >= coalesce(${from ?? null}::date, '-infinity')
    and t.day <= coalesce(${to ?? null}::date, 'infinity')`

/** One open account by its id on the wire, as a query; empty where it is not the customer's. */
const ownAccount = (ownerId: bigint, accountId: string): SqlPart => part`${ownAccounts(ownerId)}
  and l.public_id = ${uuid.test(accountId) ? accountId : null}`

/** What each account held at the end of each of the last days, today included. */
export async function balancesOf(
  { db, clock, config }: Bank,
  ownerId: bigint,
): Promise<Output<typeof balanceDays>> {
  const today = dayIn(clock.businessNow(), config.bankZone)
  const days = lastDays(today, balanceDayCount)
  const accounts = await readBalances(db.sql, ownAccounts(ownerId), days)
  return {
    From: days[0] ?? today,
    To: today,
    List: accounts.map(({ publicId, balancesMinor }) => ({
      AccountId: publicId,
      Balances: balancesMinor,
    })),
  }
}

/** Every account of a customer with its sums and its newest lines, the oldest first. */
export async function summedAccounts(
  bank: Bank,
  { id, username }: { id: bigint; username: string },
) {
  const days = { spent: monthOf(bank), newest: limits.recentTransactions }
  const found = await statement.readSums<OwnRow>(bank.db.sql, ownAccounts(id), days)
  const reader = { username, now: bank.clock.now() }
  return found.map(({ found, sums, lines }) => {
    const account = accountOf(found)
    return {
      account,
      ...sumWords(sums),
      transactions: lines.map((line) => showTransaction(line, account, reader)),
    }
  })
}

/** The days of this month so far. */
export function monthOf({ clock, config }: Bank) {
  const today = dayIn(clock.businessNow(), config.bankZone)
  return { from: `${today.slice(0, 8)}01`, to: today }
}

const sumWords = ({ incomeMinor, expenseMinor, spendMinor }: statement.Sums) => ({
  income: incomeMinor,
  expenses: expenseMinor,
  currentMonthSpend: spendMinor,
})

export type Holder = { id: bigint; username: string; firstName: string; lastName: string }

/** The line behind a receipt. Whoever does not own it learns nothing, not even that it exists. */
export async function receiptOf(
  { db, replica, clock }: Bank,
  customer: Holder,
  transactionId: string,
) {
  const own = await accountsOf(db.sql, customer.id, { withClosed: true })
  const read = async (sql: Sql, isGood?: SqlPart) => {
    const line = await statement.byId(sql, transactionId, isGood)
    const account = own.find(({ id }) => id === line?.accountId)
    if (!line || !account) return undefined
    const { username, firstName, lastName } = customer
    const shown = {
      ...showTransaction(line, account, { username, now: clock.now() }),
      Holder: `${firstName} ${lastName}`,
    }
    const Approval = await approvalProof(sql, customer, line.id)
    return Approval ? { ...shown, Approval } : shown
  }
  // One transaction, since behind one address there may be several standbys.
  const there = await replica?.read((standby) =>
    standby.transaction((sql) => read(sql, isAsNew(own))),
  )
  const receipt = there ?? (await read(db.sql))
  if (!receipt) throw new Failure('not_yours', messages.receiptUnavailable)
  return receipt
}

/** The passkey's signature that a transaction was approved with: all that verifies it again. */
async function approvalProof(
  sql: Sql,
  customer: { id: bigint; username: string },
  transactionId: string,
): Promise<Record<string, string> | undefined> {
  const [proof] = await sql<{ ApprovedAt: Date } & Record<string, string>>`
    select passkey_name as "Name", approved_at as "ApprovedAt", order_text as "Order",
      nonce as "Nonce", credential_id as "CredentialId", public_key as "PublicKey",
      client_data as "ClientData", authenticator_data as "AuthenticatorData",
      signature as "Signature"
    from passkey_approvals
    where customer_id = ${customer.id} and (transaction_id = ${transactionId} or challenge_hash = (
      -- A bill is approved once for every date that it is paid on.
      select b.challenge_hash from passkey_approvals b join bill_payments p using (bill_id)
      where b.customer_id = ${customer.id} and b.bill_id is not null
        and p.transaction_id = ${transactionId}
      -- So is a standing order, until it is changed: each date keeps the approval it was paid by.
      union all select d.approval from orders o join orders_due d on d.order_id = o.id
      where o.customer_id = ${customer.id} and d.approval is not null
        and d.transaction_id = ${transactionId}
      -- And the automatic repayment of a loan.
      union all select approval from loan_payments
      where approval is not null and transaction_id = ${transactionId}
      limit 1))`
  if (!proof) return undefined
  return { ...proof, ApprovedAt: proof.ApprovedAt.toISOString(), Customer: customer.username }
}
