import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { noteRoundUps, roundUp } from '#ledger/earmark.ts'
import { mailMovements } from '#mail/movement-mails.ts'
import { type Movement, wordsOf } from './notice-words.ts'
import { addNotices } from './notifications.ts'
import { type Change, publish, publishList } from './publish.ts'

const batch = 200
/** Debounce: what moves within this time is told together, which halves the work of a busy bank. */
const gatherMs = 40
// A slow delivery is followed by a longer wait, up to this: telling leaves time for transfers.
const longestGatherMs = 400

type Told = Omit<Movement, 'state'> & {
  /** The state that this row tells of, and the one the line has now. */
  told: 'pending' | 'completed' | 'failed'
  state: string
  outboxId: bigint
  transactionId: string
  /** The account's id on the wire, and in the ledger. */
  accountId: string
  ledgerId: bigint
  line: bigint
  day: string
  customerId: bigint
  /** Whether the customer has them switched on. */
  alerts: boolean
}

/**
 * Turns statement lines that are new or have changed into notifications, mail and events; answers
 * how many it took. All of it is one transaction with the rows it takes: whatever ends it half way
 * leaves them for the next run, and two runs at once never take the same row. What payments are
 * rounded up by follows in another.
 */
export async function deliverOutbox(bank: Bank): Promise<number> {
  const { taken, toRoundUp } = await tell(bank)
  if (toRoundUp > 0) await roundUpDue(bank)
  return taken
}

type Clocked = Pick<Bank, 'db' | 'clock'>

/**
 * Rounds up the payments that were noted, apart from what tells of them: it locks accounts, and no
 * notice waits for those. Answers how many it took.
 */
export async function roundUpDue({ db, clock }: Clocked): Promise<number> {
  return db.transaction(async (sql) => {
    const { taken, customerIds } = await roundUp(sql, clock.businessNow())
    for (const customerId of customerIds) await publishList(sql, customerId, 'pots')
    return taken
  })
}

/** Payments, by a card or to somebody else; bills, loans and own accounts are no small change. */
const isRounded = ({ told, type, ownAccount, purpose, method }: Told): boolean =>
  told === 'completed' &&
  type === 'debit' &&
  !ownAccount &&
  (purpose === 'transfer' || method === 'card payment')

function tell({ db, clock, mailer }: Bank): Promise<{ taken: number; toRoundUp: number }> {
  return db.transaction(async (sql) => {
    const { taken, rows } = await take(sql)
    await noteSpending(sql, rows, clock.businessNow())
    const decided = rows.filter(({ told }) => told !== 'pending')
    const notices = decided.map((row) => {
      const { customerId, transactionId, ledgerId, line, amountMinor, alerts } = row
      const words = wordsOf({ ...row, state: row.told } as Movement)
      const about = { transactionId, ledgerId, line }
      return { customerId, about, ...words, accountId: ledgerId, amountMinor, alerts }
    })
    await addNotices(sql, notices, clock.businessNow())
    const alerts = notices.filter((notice) => notice.alerts)
    await mailMovements({ clock, mailer }, sql, alerts)
    const payments = rows.filter(isRounded)
    const toRoundUp = await noteRoundUps(
      sql,
      payments.map(({ ledgerId, line }) => ({ accountId: ledgerId, line })),
    )
    await publish(sql, newsOf(rows))
    return { taken, toRoundUp }
  })
}

/** Takes the oldest rows that nobody else is telling of. */
async function take(sql: Sql): Promise<{ taken: number; rows: Told[] }> {
  const ids = await sql<{ id: bigint; accountId: bigint; line: bigint; state: string }>`
    with due as materialized (
      select id from outbox order by id limit ${batch} for update skip locked)
    -- Each by the index, as below.
    delete from outbox where id = any(array(select id from due))
    returning id, account_id as "accountId", line, state`
  if (ids.length === 0) return { taken: 0, rows: [] }
  // Lines of accounts without an owner, the bank's own, are nobody's news.
  const rows = await sql<Told>`
    select o.id as "outboxId", o.state as told, t.state, t.id as "transactionId",
      o.account_id as "ledgerId", o.line, t.day, t.type,
      t.amount_minor as "amountMinor", t.purpose, t.method, t.name, t.own_account as "ownAccount",
      t.failure_reason as "failureReason", l.public_id as "accountId", l.currency,
      a.name as "accountName", a.number as "accountNumber", c.id as "customerId",
      c.email_alerts as alerts
    from unnest(${ids.map(({ id }) => id)}::int8[], ${ids.map(({ accountId }) => accountId)}::int8[],
      ${ids.map(({ line }) => line)}::int8[], ${ids.map(({ state }) => state)}::text[])
      as o(id, account_id, line, state)
    -- Each by the index: for a few rows a plan over whole tables costs more than all of them.
    cross join lateral (
      select * from transactions where account_id = o.account_id and line = o.line limit 1) t
    cross join lateral (select * from ledger_accounts where id = o.account_id limit 1) l
    cross join lateral (select * from accounts where account_id = o.account_id limit 1) a
    cross join lateral (select * from customers where id = a.owner_id limit 1) c
    order by o.id`
  return { taken: ids.length, rows }
}

/**
 * Notes whose budgets are to be looked at, and of which month. Before the notices are written, as where
 * the budgets are looked at: both lock a customer's check first and the inbox after it.
 */
async function noteSpending(sql: Sql, rows: readonly Told[], now: Date): Promise<void> {
  const spent = rows.filter(
    ({ told, type, ownAccount }) => told === 'completed' && type === 'debit' && !ownAccount,
  )
  if (spent.length === 0) return
  await sql`
    insert into budget_checks(customer_id, month, next_at)
    select distinct u.customer, date_trunc('month', u.day)::date, ${now}::timestamptz
    from unnest(${spent.map(({ customerId }) => customerId)}::int8[],
      ${spent.map(({ day }) => day)}::date[]) u(customer, day)
    where exists (select from budgets b where b.customer_id = u.customer)
    order by 1, 2 on conflict do nothing`
}

/** One event for each customer, which names each line once, in the state it has now. */
function newsOf(rows: Told[]): Map<bigint, Change[]> {
  const news = new Map<bigint, Map<string, Change>>()
  for (const { customerId, transactionId, accountId, state } of rows) {
    const changes = news.get(customerId) ?? new Map<string, Change>()
    changes.set(transactionId, { Id: transactionId, AccountId: accountId, State: state })
    news.set(customerId, changes)
  }
  return new Map([...news].map(([customerId, changes]) => [customerId, [...changes.values()]]))
}

const drains = new WeakMap<Db, { again: boolean }>()

/**
 * Delivers soon, in the background: for after a commit that moved money. However often it is called,
 * one run at a time empties the outbox.
 */
export function wakeOutbox(bank: Bank): void {
  const drain = drains.get(bank.db)
  if (drain) {
    drain.again = true
    return
  }
  const fresh = { again: false }
  drains.set(bank.db, fresh)
  bank.background.run(async () => {
    try {
      let [taken, tookMs] = [0, 0]
      do {
        if (taken < batch) {
          await sleep(Math.min(longestGatherMs, Math.max(gatherMs, 2 * tookMs)))
        }
        fresh.again = false
        const since = performance.now()
        taken = await deliverOutbox(bank)
        tookMs = performance.now() - since
      } while (fresh.again || taken === batch)
    } finally {
      drains.delete(bank.db)
    }
  })
}
