import { type CurrencyCode, interestTo, type LoanMonth } from '@passbook/contract'
import { backOff } from '#db/back-off.ts'
import { part, type Sql } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { workThrough } from '#kernel/work-through.ts'
import { groupAccounts } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { monthFrom } from './loan-rows.ts'

// One statement for each table and group: how long an instalment takes does not depend on how many wait.
const groupSize = 200

/** An instalment whose charge broke; it is tried again. */
type Trouble = { loanId: bigint; number: number; error: unknown }

type Options = { signal?: AbortSignal | undefined; onTrouble?: (trouble: Trouble) => void }

/**
 * Charges the interest of every instalment that has come due, each once; answers how many. One that
 * breaks is set aside and does not keep the others waiting; its error is thrown at the end.
 */
export async function chargeInterest(
  bank: Bank,
  { signal, onTrouble = () => {} }: Options = {},
): Promise<number> {
  let charged = 0
  await workThrough<Named>({
    signal,
    group: async (took) => {
      const { done, left } = await bank.db.transaction(async (sql) => {
        const due = await takeDue(bank, sql)
        took(due)
        return charge(bank, sql, due)
      })
      charged += done
      return left
    },
    alone: async (named) => {
      charged += await bank.db.transaction(async (sql) => {
        const due = await takeDue(bank, sql, named)
        return (await charge(bank, sql, due, ledger.post)).done
      })
    },
    setAside: async ({ loanId, number }, error) => {
      onTrouble({ loanId, number, error })
      await bank.db.sql`
        update loan_instalments
        set stuck = stuck + 1, next_try_at = ${backOff(bank.clock.businessNow(), part`stuck`)}
        where loan_id = ${loanId} and number = ${number}`
    },
  })
  return charged
}

/**
 * Charges the months of one loan that have come due, one after the other, in the caller's transaction,
 * which has locked the loan: a payment on the day comes after that day's interest.
 */
export async function chargeLoan(
  bank: Pick<Bank, 'clock' | 'config'>,
  sql: Sql,
  loanId: bigint,
): Promise<void> {
  for (;;) {
    const due = await takeDue(bank, sql, { loanId })
    if (due.length === 0) return
    await charge(bank, sql, due, ledger.post)
  }
}

type Named = { loanId: bigint; number: number }

type Due = Named &
  Omit<LoanMonth, 'charged' | 'principalMinor'> & {
    owedMinor: bigint
    publicId: string
    ledgerId: bigint
    currency: CurrencyCode
    rateBps: number
  }

/** Charges what passes and answers what is left; `alone` posts what does not pass, which says why. */
async function charge(
  bank: Pick<Bank, 'clock' | 'config'>,
  sql: Sql,
  due: Due[],
  alone?: typeof ledger.post,
) {
  if (due.length === 0) return { done: 0, left: [] }
  const moment = momentOf(bank)
  const incomeOf = groupAccounts(
    sql,
    'interest',
    due.map(({ ledgerId }) => ledgerId),
  )
  const costing = due.filter((one) => chargeable(one) > 0n)
  const entries = []
  for (const one of costing) entries.push(interestEntry(one, await incomeOf(one.currency)))
  const results = entries.length > 0 ? await ledger.postMany(sql, entries, moment) : []
  const entryOf = new Map<Due, bigint | null>()
  const left = new Set<Due>()
  for (const [index, one] of costing.entries()) {
    const entry = entries[index]
    const done = results[index] ?? (entry && (await alone?.(sql, { ...moment, ...entry })))
    if (done) entryOf.set(one, done.entryId)
    else left.add(one)
  }
  const charged = due.filter((one) => !left.has(one))
  await sql`
    update loan_instalments i
    set charged_at = ${moment.at}, interest_entry = u.entry, interest_minor = u.interest
    from unnest(${charged.map(({ loanId }) => loanId)}::int8[],
      ${charged.map((one) => one.number)}::int4[],
      ${charged.map((one) => entryOf.get(one) ?? null)}::int8[],
      ${charged.map((one) => one.accruedMinor + chargeable(one))}::int8[]) u(loan_id, number, entry, interest)
    where i.loan_id = u.loan_id and i.number = u.number`
  return { done: charged.length, left: [...left] }
}

/**
 * The next instalments, one of each loan: a later one depends on what those before it have cost, and
 * waits where one of them is set aside. Both rows are locked: the instalment against a second worker, the loan against a repayment.
 */
async function takeDue(
  bank: Pick<Bank, 'clock' | 'config'>,
  sql: Sql,
  named?: { loanId: bigint; number?: number },
): Promise<Due[]> {
  const { at, day } = momentOf(bank)
  // Whoever pays back has the loan, and charges also what was set aside.
  const whole = named && named.number === undefined
  return sql<Due>`
    select i.loan_id as "loanId", i.number, i.interest_minor as "interestMinor",
      -r.balance_minor as "owedMinor", l.public_id as "publicId", l.ledger_id as "ledgerId",
      l.currency, l.rate_bps as "rateBps", i.due_on as "dueOn",
      i.accrued_minor as "accruedMinor", i.accrued_to as "accruedTo",
      ${monthFrom(bank.config)} as "from"
    from loan_instalments i join loans l on l.id = i.loan_id
      join ledger_accounts r on r.id = l.ledger_id
    where i.charged_at is null and i.due_on <= ${day} and l.state = 'active'
      ${whole ? part`` : part`and (i.next_try_at is null or i.next_try_at <= ${at})`}
      and not exists (select from loan_instalments e
        where e.loan_id = i.loan_id and e.number < i.number and e.charged_at is null)
      ${named ? part`and i.loan_id = ${named.loanId}` : part``}
      ${named?.number === undefined ? part`` : part`and i.number = ${named.number}`}
    order by i.due_on, i.loan_id limit ${groupSize}
    for update of i, l ${whole ? part`` : part`skip locked`}`
}

/** As planned, but never interest on money that was paid back early, nor twice for the same days. */
function chargeable(due: Due): bigint {
  return interestTo(due.owedMinor, due, { rateBps: due.rateBps, day: due.dueOn })
}

function interestEntry(due: Due, income: bigint) {
  const amountMinor = chargeable(due)
  return {
    kind: 'loan.interest',
    memo: `${due.publicId} ${due.number}`,
    legs: [
      { accountId: due.ledgerId, amountMinor: -amountMinor },
      { accountId: income, amountMinor },
    ],
  }
}
