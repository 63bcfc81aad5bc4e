import { median, rounded, timed } from '../../experiments/lib/figures.ts'
import { moveBills } from '../../server/src/bills/move.ts'
import { type Db, openPostgres } from '../../server/src/db/db.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import type { Bank } from '../../server/src/kernel/context.ts'
import { chargeInterest } from '../../server/src/loans/charge-interest.ts'
import { runOrders } from '../../server/src/orders/pay-due.ts'
import { recording } from '../../server/src/testing/recording-db.ts'
import { testBank } from '../../server/src/testing/test-bank.ts'
import { sandbox } from '../../server/src/transfers/rails.ts'
import { settleDue } from '../../server/src/transfers/settle-due.ts'
import { postgresHome } from '../lib/home.ts'
import type { Part, Ratio } from '../lib/part.ts'

type Sizes = { small: number; large: number; settlements: number; rounds: number }

/** Work that comes due, and what does it; `fill` makes so much of it. */
type Queue = {
  name: string
  large: number
  fill(db: Db, count: number): Promise<void>
  /** Does what is due and answers how much that was. */
  run(bank: Bank): Promise<number>
}

/**
 * What comes due at once, a little and a lot of it: an item must cost the same. And the statements
 * that an item costs with one worker and with two that share the queue, where a second that waits
 * for the first, or does its work again, would cost more of them.
 */
export async function benchJobs({ small, large, settlements, rounds }: Sizes): Promise<Part> {
  const home = await postgresHome()
  const url = home.env.DATABASE_URL ?? ''
  const db = await openPostgres({ url, statementTimeoutMs: 600_000 })
  const second = await openPostgres({ url, statementTimeoutMs: 600_000 })
  const [here, there] = [await testBank(db), await testBank(second)]
  const queues: Queue[] = [
    { name: 'bills', large, fill: fillBills, run: async (bank) => (await runOrders(bank)).paid },
    { name: 'instalments', large, fill: fillInstalments, run: (bank) => chargeInterest(bank) },
    {
      name: 'settlements',
      large: settlements,
      fill: fillSettlements,
      run: (bank) => settleDue(bank, sandbox),
    },
  ]
  try {
    await migrate(db)
    await fillPeople(db, large)
    const figures = []
    for (const queue of queues) {
      const few = await manyTimes(rounds + 1, () => msEach(db, here.bank, queue, small))
      const many = await msEach(db, here.bank, queue, queue.large)
      const [one, two] = await statementsEach([here.bank, there.bank], queue, small)
      figures.push({ ...queue, few: median(few.slice(1)), many, one, two })
    }
    return partOf(figures, small)
  } finally {
    await here.stop()
    await there.stop()
    await db.close()
    await second.close()
    await home.remove()
  }
}

async function manyTimes<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let time = 0; time < times; time += 1) results.push(await work())
  return results
}

async function msEach(db: Db, bank: Bank, queue: Queue, count: number): Promise<number> {
  await queue.fill(db, count)
  // As autovacuum would by then, and nobody is to be told.
  await db.script('truncate outbox; analyze')
  let done = 0
  const ms = await timed(async () => {
    done = await queue.run(bank)
  })
  if (done !== count) throw new Error(`${done} of ${count} ${queue.name} were done`)
  return ms / count
}

/** Statements for each item, with begin and commit: one worker, then two that share as many. */
async function statementsEach(banks: Bank[], queue: Queue, count: number): Promise<number[]> {
  const each: number[] = []
  for (const workers of [banks.slice(0, 1), banks]) {
    const [first] = banks
    if (!first) throw new Error('there is a bank')
    await queue.fill(first.db, count)
    const said: string[] = []
    const done = await Promise.all(
      workers.map((bank) => queue.run({ ...bank, db: recording(bank.db, said) })),
    )
    const total = done.reduce((sum, one) => sum + one, 0)
    if (total !== count) throw new Error(`${total} of ${count} ${queue.name} were done by two`)
    each.push(rounded(said.length / count))
  }
  return each
}

type Figures = Queue & {
  few: number
  many: number
  one: number | undefined
  two: number | undefined
}

function partOf(figures: Figures[], small: number): Part {
  const ratios = figures.flatMap(({ name, large, few, many, one = 0, two = 0 }): Ratio[] => [
    {
      name: `${name}: an item of ${large} to one of ${small}`,
      ratio: rounded(many / few),
      atMost: 1.3,
    },
    {
      name: `${name}: statements an item, two workers to one`,
      ratio: rounded(two / one),
      atMost: 1.5,
    },
  ])
  const rows = figures.map(({ name, large, few, many, one = 0, two = 0 }) => ({
    what: name,
    [`ms each of ${small}`]: rounded(few),
    'ms each of many': rounded(many),
    many: large,
    'statements each': one,
    'with two workers': two,
  }))
  return { name: 'grow:jobs', tables: [{ title: 'What comes due at once', rows }], ratios }
}

/** Customers with an account that has money and a loan that is paid out, straight into the tables. */
async function fillPeople(db: Db, count: number): Promise<void> {
  await db.sql`
    insert into customers(username, username_key, email, email_key, password_hash, first_name,
      last_name, phone, sex, occupation, country, state, city, kin_first_name, kin_last_name,
      kin_relationship, kin_phone, kin_occupation, kin_address, use_otp, created_at)
    select 'due' || n, 'due' || n, n || '@example.com', n || '@example.com', '!', 'Ada', 'Example',
      '5551234567', 'female', 'Tester', 'us', 'Ohio', 'Dayton', 'Next', 'Ofkin', 'friend',
      '5551234567', 'Tester', 'Dayton', false, now()
    from generate_series(1, ${count}::int) n`
  await db.sql`
    insert into ledger_accounts(owner_id, currency, floor_minor, balance_minor, opened_at)
    select id, 'usd', 0, 100000000, now() from customers order by id`
  await db.sql`
    insert into accounts(account_id, owner_id, number, name, type)
    select id, owner_id, (4000000000 + id)::text, 'Main', 'savings' from ledger_accounts
    where owner_id is not null`
  await db.sql`
    insert into ledger_accounts(code, currency, balance_minor, opened_at)
    select 'loan:' || id, 'usd', -100000, now() from customers order by id`
  await db.sql`
    insert into loans(customer_id, account_id, transaction_id, ledger_id, principal_minor, currency,
      rate_bps, months, state, requested_at, decided_at)
    select a.owner_id, a.account_id, gen_random_uuid(), l.id, 100000, 'usd', 1200, 12, 'active',
      now(), now()
    from accounts a join ledger_accounts l on l.code = 'loan:' || a.owner_id`
  await db.script('vacuum analyze')
}

async function fillBills(db: Db, count: number): Promise<void> {
  await db.sql`
    insert into bills(customer_id, account_id, biller, account_name, type, amount_minor, first_on,
      due_on, next_try_at, state, created_at)
    select owner_id, account_id, 'Water', 'Home', 'one time', 100, current_date - 1,
      current_date - 1, now(), 'active', now()
    from accounts order by account_id limit ${count}`
  await moveBills({ db })
}

async function fillInstalments(db: Db, count: number): Promise<void> {
  await db.sql`
    insert into loan_instalments(loan_id, number, due_on, principal_minor, interest_minor)
    select l.id, 1 + (select count(*) from loan_instalments i where i.loan_id = l.id),
      current_date - 1, 8000, 1000
    from loans l order by l.id limit ${count}`
}

/** Held as orders hold it, by the ledger's own function. */
async function fillSettlements(db: Db, count: number): Promise<void> {
  await db.sql`
    with held as materialized (
      select a.owner_id, ledger_pend(null, null, null, a.account_id, null, -100,
        '{"purpose": "transfer", "method": "other-banks", "name": "Priya", "bank": "Chase",
          "account_number": "8830071154"}', now(), current_date)->'lines'->0 as line
      from (select * from accounts order by account_id limit ${count}) a)
    insert into transfers(transaction_id, account_id, line, customer_id, rail, payee, usd_minor, day,
      review, due_at)
    select (line->>'id')::uuid, (line->>'account')::int8, (line->>'line')::int8, owner_id, 'bank',
      '8830071154', 100, current_date, false, now() - interval '1 minute'
    from held`
}
