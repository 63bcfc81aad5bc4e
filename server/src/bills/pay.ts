import { type CurrencyCode, toDecimal } from '@passbook/contract'
import { admitOutgoing, usdValue } from '#auth/outgoing.ts'
import { notePaid } from '#beneficiaries/paid.ts'
import { part, type Sql } from '#db/db.ts'
import { monthLater } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { nextTryAt, workThrough } from '#kernel/work-through.ts'
import { groupAccounts } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { notify } from '#notifications/notifications.ts'
import { tryLockCustomers } from '#security/customer-lock.ts'

/** How often a date is tried again for which the money is missing, and when. */
export const retriesMax = 3
export const retryAfterMs = 3_600_000

/** What became of one try: paid, to be tried again, or given up for this date. */
export type Outcome = 'paid' | 'retry' | 'failed'

/** A bill whose payment broke; it is tried again. */
type Trouble = { billId: bigint; message: string }

type Options = { signal?: AbortSignal | undefined; onTrouble?: (trouble: Trouble) => void }

const groupSize = 200

/**
 * Pays every bill whose date has come, also the dates that passed while nobody looked, in groups of
 * one transaction each. Any number of workers may run: a bill is locked while it is paid, and the
 * next worker takes others. What is not simply paid is done alone, in a transaction of its own. A bill
 * that breaks is set aside and does not keep the others waiting; its error is thrown at the end.
 */
export async function payDueBills(
  bank: Bank,
  { signal, onTrouble = () => {} }: Options = {},
): Promise<Record<Outcome, number>> {
  const done = { paid: 0, retry: 0, failed: 0 }
  await workThrough<bigint>({
    signal,
    group: async (took) => {
      const { paid, left } = await bank.db.transaction((sql) => payGroup(bank, sql, took))
      done.paid += paid
      return left
    },
    alone: async (id) => {
      const outcome = await bank.db.transaction(async (sql) => {
        // The customer first, then the bill: whoever cancels a customer's bills has locked him.
        await sql`select customer_lock(array(select customer_id from bills where id = ${id}))`
        const [bill] = await takeDue(bank, sql, { id })
        return bill && payOne(bank, sql, bill)
      })
      if (outcome) done[outcome] += 1
    },
    setAside: async (billId, error) => {
      onTrouble({ billId, message: error instanceof Error ? error.message : String(error) })
      await setAside(bank, billId)
    },
  })
  return done
}

async function setAside({ db, clock }: Bank, id: bigint): Promise<void> {
  await db.transaction(async (sql) => {
    const [bill] = await sql<{ stuck: number }>`
      update bills set stuck = stuck + 1 where id = ${id} returning stuck`
    if (!bill) return
    await sql`
      update bills set next_try_at = ${nextTryAt(clock.businessNow(), bill.stuck - 1)} where id = ${id}`
  })
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

/** Locks what is due, the oldest first, and passes over what another worker has; or the one named. */
async function takeDue(bank: Bank, sql: Sql, { id }: { id?: bigint } = {}): Promise<Bill[]> {
  const { at, day } = momentOf(bank)
  return sql<Bill>`
    select b.id, b.customer_id as "customerId", b.account_id as "accountId", l.currency, b.biller,
      b.account_name as "accountName", b.type, b.amount_minor as "amountMinor",
      b.first_on as "firstOn", b.due_on as "dueOn", b.tries
    from bills b join ledger_accounts l on l.id = b.account_id
    where b.state = 'active' and b.due_on <= ${day} and b.next_try_at <= ${at}
      ${id === undefined ? part`` : part`and b.id = ${id}`}
    order by b.due_on, b.id limit ${groupSize} for update of b skip locked`
}

type Paid = { bill: Bill; posted: ledger.Posted }

/** Pays those of a group that may simply be paid, one of each customer; answers which are left. */
async function payGroup(
  bank: Bank,
  sql: Sql,
  took: (ids: bigint[]) => void,
): Promise<{ paid: number; left: bigint[] }> {
  const due = await takeDue(bank, sql)
  took(due.map(({ id }) => id))
  if (due.length === 0) return { paid: 0, left: [] }
  // The bills are locked by now, so no customer is waited for: who is busy is left to be done alone.
  const free = await tryLockCustomers(
    sql,
    due.map(({ customerId }) => customerId),
  )
  const firsts = due.filter(({ customerId }) => free.delete(customerId))
  const { admitted, count } = await admitOutgoing(bank, sql, firsts.map(outgoingOf))
  const ready = firsts.filter((_, index) => !admitted[index]?.refusal && !admitted[index]?.review)
  const paid = await payAll(bank, sql, ready)
  const gone = new Set(paid.map(({ bill }) => bill.id))
  await count((index) => gone.has(firsts[index]?.id ?? 0n))
  await close(bank, sql, paid, null)
  return { paid: paid.length, left: due.flatMap(({ id }) => (gone.has(id) ? [] : [id])) }
}

async function payOne(bank: Bank, sql: Sql, bill: Bill): Promise<Outcome> {
  try {
    const { admitted, count } = await admitOutgoing(bank, sql, [outgoingOf(bill)])
    const [only] = admitted
    if (!only) throw new Error('each payment has an answer')
    const { refusal, review, stranger } = only
    // A refusal leaves nothing behind, also the ledger's, so this transaction can go on and say so.
    if (refusal) throw refusal
    const posted = review ? await hold(bank, sql, bill, stranger) : await pay(bank, sql, bill)
    await count(() => true)
    await close(bank, sql, [{ bill, posted }], null)
    return 'paid'
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'unavailable') throw error
    return miss(bank, sql, bill, error)
  }
}

const outgoingOf = (bill: Bill) => ({
  customerId: bill.customerId,
  usdMinor: usdValue(bill.currency, bill.amountMinor),
  line: lineFor(bill),
})

type AccountOf = (currency: CurrencyCode) => Promise<bigint>

async function entryOf(bill: Bill, billersOf: AccountOf) {
  const { accountId, customerId: ownerId, amountMinor } = bill
  return {
    kind: 'bill',
    memo: `${bill.biller} ${bill.dueOn}`,
    legs: [
      { accountId, amountMinor: -amountMinor, ownerId, line: lineFor(bill) },
      { accountId: await billersOf(bill.currency), amountMinor },
    ],
  }
}

/** Those that could be paid: one that could not has left nothing. */
async function payAll(bank: Bank, sql: Sql, bills: Bill[]): Promise<Paid[]> {
  if (bills.length === 0) return []
  const moment = momentOf(bank)
  const billersOf = groupAccounts(
    sql,
    'billers',
    bills.map(({ accountId }) => accountId),
  )
  const entries = []
  for (const bill of bills) entries.push(await entryOf(bill, billersOf))
  const results = await ledger.postMany(sql, entries, moment)
  const paid = bills.flatMap((bill, index) => {
    const posted = results[index]
    return posted ? [{ bill, posted }] : []
  })
  await notePaid(
    sql,
    paid.map(({ bill }) => outgoingOf(bill)),
    bank,
  )
  return paid
}

async function pay(bank: Bank, sql: Sql, bill: Bill): Promise<ledger.Posted> {
  const moment = momentOf(bank)
  const entry = await entryOf(bill, groupAccounts(sql, 'billers', [bill.accountId]))
  const posted = await ledger.post(sql, { ...moment, ...entry })
  await notePaid(sql, [outgoingOf(bill)], bank)
  return posted
}

/** What waits for the operator, as every order of such a customer does: the money is held. */
async function hold(bank: Bank, sql: Sql, bill: Bill, stranger: boolean): Promise<ledger.Posted> {
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
    values (${id}, ${accountId}, ${line}, ${bill.customerId}, 'biller', ${bill.biller},
      ${outgoingOf(bill).usdMinor}, ${day}, true, ${at}, ${stranger})`
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
  await close(bank, sql, [{ bill, posted }], refusal.message)
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

/** Ends due dates, each once for ever, and turns to the next month's where there is one. */
async function close(bank: Bank, sql: Sql, ended: Paid[], error: string | null): Promise<void> {
  const bills = ended.map(({ bill }) => bill)
  const ids = bills.map(({ id }) => id)
  const lines = ended.map(({ posted }) => lineOf(posted))
  await sql`
    insert into bill_payments(bill_id, due_on, transaction_id, account_id, line, paid)
    select u.id, u.due_on, u.transaction, u.account, u.line, ${error === null}
    from unnest(${ids}::int8[], ${bills.map(({ dueOn }) => dueOn)}::date[],
      ${lines.map((line) => line.id)}::uuid[], ${lines.map(({ accountId }) => accountId)}::int8[],
      ${lines.map(({ line }) => line)}::int8[]) u(id, due_on, transaction, account, line)`
  const next = bills.map(({ type, firstOn, dueOn }) =>
    type === 'recurring' ? monthLater(firstOn, dueOn) : dueOn,
  )
  const states = bills.map(({ type }) => (type === 'recurring' ? 'active' : 'done'))
  await sql`
    update bills b set due_on = u.next, state = u.state, tries = 0, stuck = 0,
      next_try_at = ${bank.clock.businessNow()}, last_error = ${error}
    from unnest(${ids}::int8[], ${next}::date[], ${states}::text[]) u(id, next, state)
    where b.id = u.id`
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
