import { type CurrencyCode, toDecimal } from '@passbook/contract'
import { admitOutgoing, usdValue } from '#auth/outgoing.ts'
import { notePaid } from '#beneficiaries/paid.ts'
import type { Sql } from '#db/db.ts'
import { monthLater } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { notify } from '#notifications/notifications.ts'

const retriesMax = 3
const retryAfterMs = 3_600_000

/** What became of one try: paid, to be tried again, or given up for this date. */
export type Outcome = 'paid' | 'retry' | 'failed'

/**
 * Pays every bill whose date has come, also the dates that passed while nobody looked, each in a
 * transaction of its own. Any number of workers may run: a bill is locked while it is paid, and the
 * next one takes another. A bill that breaks does not keep the others waiting; its error is thrown
 * at the end.
 */
export async function payDueBills(
  bank: Bank,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Record<Outcome, number>> {
  const done = { paid: 0, retry: 0, failed: 0 }
  const broken: bigint[] = []
  let failure: unknown
  while (!signal?.aborted) {
    let under: bigint | undefined
    try {
      const outcome = await bank.db.transaction(async (sql) => {
        const bill = await nextDue(bank, sql, broken)
        under = bill?.id
        return bill && payOne(bank, sql, bill)
      })
      if (!outcome) break
      done[outcome] += 1
    } catch (error) {
      // Without a bill the database itself is away, and trying on would not end.
      if (under === undefined) throw error
      failure ??= error
      broken.push(under)
    }
  }
  if (failure) throw failure
  return done
}

type Bill = {
  id: bigint
  customerId: bigint
  accountId: bigint
  currency: CurrencyCode
  biller: string
  accountName: string
  type: 'recurring' | 'one time'
  amountMinor: bigint
  firstOn: string
  dueOn: string
  tries: number
}

async function nextDue(bank: Bank, sql: Sql, broken: bigint[]): Promise<Bill | undefined> {
  const { at, day } = momentOf(bank)
  const [bill] = await sql<Bill>`
    select b.id, b.customer_id as "customerId", b.account_id as "accountId", l.currency, b.biller,
      b.account_name as "accountName", b.type, b.amount_minor as "amountMinor",
      b.first_on as "firstOn", b.due_on as "dueOn", b.tries
    from bills b join ledger_accounts l on l.id = b.account_id
    where b.state = 'active' and b.due_on <= ${day} and b.next_try_at <= ${at}
      and b.id <> all(${broken}::int8[])
    order by b.due_on, b.id limit 1 for update of b skip locked`
  return bill
}

async function payOne(bank: Bank, sql: Sql, bill: Bill): Promise<Outcome> {
  try {
    // The customer first, then the accounts: the order of locks that every transfer keeps.
    const usdMinor = usdValue(bill.currency, bill.amountMinor)
    const asked = { customerId: bill.customerId, usdMinor, line: lineFor(bill) }
    const { refusal, review, stranger, count } = await admitOutgoing(bank, sql, asked)
    // A refusal leaves nothing behind, also the ledger's, so this transaction can go on and say so.
    if (refusal) throw refusal
    const posted = review
      ? await hold(bank, sql, bill, { usdMinor, stranger })
      : await pay(bank, sql, bill)
    await count()
    await close(bank, sql, bill, { posted, error: null })
    return 'paid'
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'unavailable') throw error
    return miss(bank, sql, bill, error)
  }
}

async function pay(bank: Bank, sql: Sql, bill: Bill): Promise<ledger.Posted> {
  const moment = momentOf(bank)
  const line = lineFor(bill)
  const posted = await ledger.move(sql, {
    ...moment,
    kind: 'bill',
    memo: `${bill.biller} ${bill.dueOn}`,
    from: bill.accountId,
    to: await internalAccount(sql, 'billers', bill.currency, bill.accountId),
    amountMinor: bill.amountMinor,
    ownerId: bill.customerId,
    fromLine: line,
  })
  await notePaid(sql, { customerId: bill.customerId, line, at: moment.at })
  return posted
}

/** What waits for the operator, as every order of such a customer does: the money is held. */
async function hold(
  bank: Bank,
  sql: Sql,
  bill: Bill,
  { usdMinor, stranger }: { usdMinor: bigint; stranger: boolean },
): Promise<ledger.Posted> {
  const { at, day } = momentOf(bank)
  const posted = await ledger.pend(sql, {
    at,
    day,
    accountId: bill.accountId,
    type: 'debit',
    amountMinor: bill.amountMinor,
    ownerId: bill.customerId,
    line: lineFor(bill),
  })
  const { id, accountId, line } = lineOf(posted)
  await sql`
    insert into transfers(transaction_id, account_id, line, customer_id, rail, payee, usd_minor, day,
      review, due_at, stranger)
    values (${id}, ${accountId}, ${line}, ${bill.customerId}, 'biller', ${bill.biller}, ${usdMinor},
      ${day}, true, ${at}, ${stranger})`
  return posted
}

function lineOf({ lines: [line] }: ledger.Posted): ledger.PostedLine {
  if (!line) throw new Error('paying a bill writes a statement line')
  return line
}

/** Money that is missing may come within hours; after that the date is over. */
async function miss(bank: Bank, sql: Sql, bill: Bill, refusal: Failure): Promise<Outcome> {
  const moment = momentOf(bank)
  const closed = refusal.code === 'account_closed'
  if (bill.tries < retriesMax && !closed) {
    const again = new Date(moment.at.getTime() + retryAfterMs)
    await sql`
      update bills
      set tries = tries + 1, next_try_at = ${again}, last_error = ${refusal.message}
      where id = ${bill.id}`
    if (bill.tries === 0) await warn(sql, bill, refusal.message, moment.at)
    return 'retry'
  }
  const posted = await ledger.noteFailed(sql, {
    ...moment,
    accountId: bill.accountId,
    type: 'debit',
    amountMinor: bill.amountMinor,
    line: lineFor(bill),
    reason: refusal.message,
  })
  await close(bank, sql, bill, { posted, error: refusal.message })
  // No later month can be paid from an account that is gone.
  if (closed) await sql`update bills set state = 'done' where id = ${bill.id}`
  return 'failed'
}

/** There is time to pay money in; that the date failed is told by its line, like every movement. */
async function warn(sql: Sql, bill: Bill, reason: string, now: Date): Promise<void> {
  const amount = `${toDecimal(bill.amountMinor)} ${bill.currency.toUpperCase()}`
  await notify(sql, bill.customerId, {
    title: 'Bill waits',
    body:
      `${bill.biller}, ${amount}, due ${bill.dueOn}: ${reason}. ` +
      `We try again every hour, ${retriesMax} times.`,
    now,
  })
}

/** Ends a due date, once for ever, and turns to the next month's where there is one. */
async function close(
  bank: Bank,
  sql: Sql,
  bill: Bill,
  { posted, error }: { posted: ledger.Posted; error: string | null },
): Promise<void> {
  const { id, accountId, line } = lineOf(posted)
  await sql`
    insert into bill_payments(bill_id, due_on, transaction_id, account_id, line, paid)
    values (${bill.id}, ${bill.dueOn}, ${id}, ${accountId}, ${line}, ${error === null})`
  const recurring = bill.type === 'recurring'
  const next = recurring ? monthLater(bill.firstOn, bill.dueOn) : bill.dueOn
  await sql`
    update bills set due_on = ${next}, state = ${recurring ? 'active' : 'done'}, tries = 0,
      next_try_at = ${bank.clock.now()}, last_error = ${error}
    where id = ${bill.id}`
}

function lineFor({ biller, accountName }: Bill): ledger.LineDetails {
  return {
    purpose: 'others',
    method: 'bill',
    gateway: 'billers',
    name: biller,
    description: accountName,
  }
}
