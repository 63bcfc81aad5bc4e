import { dayIn } from '@passbook/contract'
import { saveRecipient } from '#beneficiaries/beneficiaries.ts'
import { keepBill } from '#bills/bills.ts'
import type { Sql } from '#db/db.ts'
import { writeBudget } from '#insights/budgets.ts'
import { monthAfter } from '#insights/months.ts'
import { monthLater } from '#kernel/calendar.ts'
import type { Bank } from '#kernel/context.ts'
import { nameKey } from '#kernel/name-key.ts'
import { type Movement, wordsOf } from '#notifications/notice-words.ts'
import { addNotices, markAllRead } from '#notifications/notifications.ts'
import { type Cast, standingBills } from './history.ts'

const dayMs = 86_400_000

/** Whom they paid in their year they have paid before, and those of a list to choose from are on it. */
export async function keepPayees(sql: Sql, owners: bigint[], since: Date): Promise<void> {
  await sql`
    select payees_paid(array_agg(a.owner_id order by t.decided_at),
      array_agg(to_jsonb(t) order by t.decided_at), array_agg(t.decided_at order by t.decided_at))
    from transactions t join accounts a on a.account_id = t.account_id
    where t.type = 'debit' and t.state = 'completed' and a.owner_id = any(${owners}::int8[])`
  const paid = await sql<
    { owner: bigint; method: string } & Record<'number' | 'name' | 'bank' | 'swift', string>
  >`
    select distinct a.owner_id as owner, t.method, t.account_number as number, t.name,
      coalesce(t.bank, '') as bank, coalesce(t.swift, '') as swift
    from transactions t join accounts a on a.account_id = t.account_id
    where a.owner_id = any(${owners}::int8[])
      and t.type = 'debit' and t.state = 'completed' and not t.own_account
      and t.method in ('local', 'other-banks', 'wire')
    order by owner, t.name`
  for (const { owner, method, number, name, bank, swift } of paid) {
    await saveRecipient(sql, owner, {
      type: recipientTypes.get(method) ?? method,
      accountNumber: number,
      accountName: name,
      bankName: bank,
      swift,
      now: since,
    })
  }
}

const recipientTypes = new Map([
  ['local', 'local transfer'],
  ['other-banks', 'other banks'],
  ['wire', 'wire transfer'],
])

/** The bills that their monthly payments belong to, each with the date that comes next. */
export async function keepBills(
  { config }: Pick<Bank, 'config'>,
  sql: Sql,
  cast: Cast,
  { since, now }: { since: Date; now: Date },
): Promise<void> {
  for (const { account, biller, amountMinor, reference, own } of standingBills) {
    const { id: accountId, ownerId } = cast[account]
    if (own) {
      await sql`
        insert into own_billers(customer_id, name, name_key)
        values (${ownerId}, ${biller}, ${nameKey(biller)})`
    }
    const [paid] = await sql<{ first: string | null; last: string | null }>`
      select min(day)::text as first, max(day)::text as last from transactions
      where account_id = ${accountId} and method = 'bill' and name = ${biller}`
    const today = dayIn(now, config.bankZone)
    const [first, last] = [paid?.first ?? today, paid?.last ?? today]
    const { orderId } = await keepBill(
      sql,
      {
        ...{ customerId: ownerId, accountId, biller, accountName: reference, type: 'recurring' },
        ...{ amount: amountMinor, date: first, dueOn: monthLater(first, last) },
      },
      { at: now, day: today, createdAt: since },
    )
    await sql`
      insert into orders_due(order_id, due_on, state, next_try_at, transaction_id, account_id, line)
      select ${orderId}, day, 'paid', decided_at, id, account_id, line from transactions
      where account_id = ${accountId} and method = 'bill' and name = ${biller}`
  }
}

/** What Ada means to spend in a month, for half a year now. */
export async function keepBudgets(
  { config }: Pick<Bank, 'config'>,
  sql: Sql,
  { daily }: Cast,
  now: Date,
): Promise<void> {
  const month = monthAfter(dayIn(now, config.bankZone).slice(0, 7), -6)
  const { ownerId, currency } = daily
  await writeBudget(sql, ownerId, { category: 'groceries', currency, amountMinor: 420_00n, month })
  await writeBudget(sql, ownerId, { category: 'eating-out', currency, amountMinor: 180_00n, month })
}

// On the first the last wages are those of the first before, some hours more than 31 days ago.
const toldDays = 32
const unreadLines = 2

type Told = Movement & {
  customerId: bigint
  transactionId: string
  ledgerId: bigint
  line: bigint
  at: Date
}

/**
 * What a month of movements has told them, as the bank tells it; the last ones are still unread.
 * What they bought in shops is left out, so that the list is short.
 */
export async function tellLastMonth(sql: Sql, owners: bigint[], now: Date): Promise<void> {
  const lines = await sql<Told>`
    select a.owner_id as "customerId", t.id as "transactionId", t.account_id as "ledgerId", t.line,
      t.decided_at as at, t.type, t.state, t.amount_minor as "amountMinor", l.currency, t.purpose,
      t.method, t.name, t.own_account as "ownAccount", t.failure_reason as "failureReason",
      a.name as "accountName", a.number as "accountNumber"
    from transactions t join accounts a on a.account_id = t.account_id
    join ledger_accounts l on l.id = t.account_id
    where a.owner_id = any(${owners}::int8[])
      and t.state <> 'pending' and t.decided_at > ${new Date(now.getTime() - toldDays * dayMs)}
      and not (t.method = 'card' and t.purpose = 'others')
    order by t.decided_at, t.line`
  const tell = async ({ customerId, transactionId, ledgerId, line, at, ...movement }: Told) =>
    addNotices(
      sql,
      [{ customerId, ...wordsOf(movement), about: { transactionId, ledgerId, line } }],
      at,
    )
  for (const customerId of new Set(lines.map((told) => told.customerId))) {
    const theirs = lines.filter((told) => told.customerId === customerId)
    for (const told of theirs.slice(0, -unreadLines)) await tell(told)
    await markAllRead(sql, customerId)
    for (const told of theirs.slice(-unreadLines)) await tell(told)
  }
}
