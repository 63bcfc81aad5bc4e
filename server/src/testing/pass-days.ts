import { createHash } from 'node:crypto'
import type { ForwardSpan } from '@passbook/contract'
import { pino } from 'pino'
import type { Db } from '#db/db.ts'
import { readBusinessTime } from '#db/db-clock.ts'
import { beginForward, passDays, quietly } from '#demo/forward.ts'
import { makeDayRun } from '#jobs/jobs.ts'
import type { Bank } from '#kernel/context.ts'

const silent = pino({ level: 'silent' })
const { signal: never } = new AbortController()

/** Passes what is to be passed, as the job of a server does; tells whether it came to the end. */
export function passAll(bank: Bank, signal: AbortSignal = never): Promise<boolean> {
  const runDay = makeDayRun(quietly(bank), silent)
  return passDays(bank, { signal, runJobs: () => runDay(signal) })
}

/** Asks for days, as the operator does. */
export async function begin(bank: Bank, by: ForwardSpan | number): Promise<void> {
  await bank.db.transaction((sql) => beginForward(bank, sql, { by, who: 'operator' }))
  bank.clock.follow(await readBusinessTime(bank.db.sql))
}

/** Asks for days and passes them. */
export async function forward(bank: Bank, by: ForwardSpan | number): Promise<void> {
  await begin(bank, by)
  if (!(await passAll(bank))) throw new Error('the days were not passed')
}

/**
 * What the books say, without what is random in them: every line of every customer in its order, what
 * each account holds, and how bills, orders and loans stand.
 */
export async function digestOf({ sql }: Db): Promise<string> {
  const lines = await sql`
    select c.username, a.type as account, t.line::text, t.day::text, t.created_at, t.decided_at, t.type,
      t.state, t.amount_minor::text, t.method, t.name, t.description, t.failure_reason
    from transactions t join accounts a on a.account_id = t.account_id
      join customers c on c.id = a.owner_id
    order by c.username, a.account_id, t.line`
  const held = await sql`
    select c.username, a.type, l.currency, l.balance_minor::text, l.held_minor::text
    from ledger_accounts l join accounts a on a.account_id = l.id
      join customers c on c.id = a.owner_id
    order by c.username, a.account_id`
  const plans = await sql`
    select 'order' as kind, o.line->>'description' as name, d.due_on::text, d.state
    from orders_due d join orders o on o.id = d.order_id
    union all
    select 'loan', i.number::text, i.due_on::text, l.state || i.interest_minor
    from loan_instalments i join loans l on l.id = i.loan_id
    order by 1, 2, 3, 4`
  return createHash('sha256')
    .update(JSON.stringify([lines, held, plans]))
    .digest('hex')
}
