import { admitOutgoing } from '#auth/outgoing.ts'
import { notePaid } from '#beneficiaries/paid.ts'
import { nextBillTry, warnOfBill } from '#bills/late.ts'
import { backOff } from '#db/back-off.ts'
import { part, type Sql } from '#db/db.ts'
import { type Ended, endDue, nextTry, takeOffCounted } from '#due/due.ts'
import { approvalMoment, type Bank, momentOf } from '#kernel/context.ts'
import { Failure, refusal as refusalOf } from '#kernel/failure.ts'
import { dayWords, sumWords } from '#kernel/words.ts'
import { workThrough } from '#kernel/work-through.ts'
import { earmark } from '#ledger/earmark.ts'
import { exchanged } from '#ledger/exchange.ts'
import * as ledger from '#ledger/ledger.ts'
import { notify } from '#notifications/notifications.ts'
import { publishList } from '#notifications/publish.ts'
import { lockCustomer, tryLockCustomers } from '#security/customer-lock.ts'
import { closedReason, endForGood } from './closed-account.ts'
import {
  billersFor,
  type Due,
  entryOf,
  firstLine,
  hold,
  isBill,
  isPlain,
  kindRefusal,
  lineOf,
  onceOf,
  outgoingOf,
  pay,
  positionsFor,
} from './effects.ts'
import { nameNow, scheduleOf } from './rows.ts'

/** What became of one date: paid, nothing to move, to be tried again, or given up. */
export type Outcome = 'paid' | 'nothing' | 'retry' | 'failed'

/** A date whose payment broke; it is tried again. */
type Trouble = { orderId: bigint; dueOn: string; error: unknown }

type Options = { signal?: AbortSignal | undefined; onTrouble?: (trouble: Trouble) => void }

const groupSize = 200

type Named = { orderId: bigint; dueOn: string; customerId: bigint }

/**
 * Pays every date that has come, also those that passed while nobody looked, of each bill and standing
 * order in their order. Any number of workers may run: a date is locked while it is paid, and the next
 * worker takes others. What is no bill and not simply moved inside the bank is done alone, in a
 * transaction of its own. A date that breaks is set aside and does not keep the others waiting; its error
 * is thrown at the end.
 */
export async function runOrders(
  bank: Bank,
  { signal, onTrouble = () => {} }: Options = {},
): Promise<Record<Outcome, number>> {
  const done = { paid: 0, nothing: 0, retry: 0, failed: 0 }
  await workThrough<Named>({
    signal,
    group: async (took) => {
      const { paid, left } = await bank.db.transaction((sql) => payGroup(bank, sql, took))
      done.paid += paid
      return left
    },
    alone: async (named) => {
      const outcome = await bank.db.transaction(async (sql) => {
        // The customer first, then the date, as whoever changes an order does.
        await lockCustomer(sql, named.customerId)
        const taken = await takeDue(bank, sql, named)
        const [due] = await readDue(bank, sql, taken)
        return due && payOne(bank, sql, due)
      })
      if (outcome) done[outcome] += 1
    },
    setAside: async ({ orderId, dueOn }, error) => {
      onTrouble({ orderId, dueOn, error })
      await bank.db.sql`
        update orders_due
        set stuck = stuck + 1, next_try_at = ${backOff(bank.clock.businessNow(), part`stuck`)}
        where order_id = ${orderId} and due_on = ${dueOn} and state = 'waiting'`
    },
  })
  return done
}

/** Locks what is due, the oldest first, and passes over what another worker has; or the one named. */
async function takeDue(bank: Bank, sql: Sql, only?: Named): Promise<Named[]> {
  const { at, day } = momentOf(bank)
  return sql<Named>`
    select d.order_id as "orderId", d.due_on as "dueOn", o.customer_id as "customerId"
    from orders_due d join orders o on o.id = d.order_id
    where d.state = 'waiting' and o.state = 'active' and d.due_on <= ${day} and d.next_try_at <= ${at}
      ${only ? part`and d.order_id = ${only.orderId} and d.due_on = ${only.dueOn}` : part``}
    order by d.due_on, d.order_id limit ${groupSize} for update of d skip locked`
}

/**
 * Dates that are taken, with all that their payment needs: read once their customers are locked, since
 * whoever changes an order holds that lock until it is changed.
 */
async function readDue(bank: Bank, sql: Sql, taken: readonly Named[]): Promise<Due[]> {
  if (taken.length === 0) return []
  const { today } = approvalMoment(bank)
  return sql<Due>`
    select o.id, o.public_id as "publicId", o.customer_id as "customerId", o.kind,
      o.account_id as "accountId", a.number as "accountNumber", a.name as "accountName",
      l.currency, l.balance_minor - l.held_minor as "availableMinor",
      o.to_account_id as "toAccountId", o.pot_id as "potId",
      ${nameNow} as "nameNow", o.rail, o.rail_payee as "railPayee",
      o.card_expiry as "cardExpiry", o.line, o.amount_minor as "amountMinor", o.above, o.every,
      o.first_on as "firstOn", o.until_on as until, o.times, d.due_on as "dueOn", d.tries,
      d.tried_on as "triedOn",
      case when o.counted_on = ${today} then o.counted_usd_minor else 0 end as "countedUsdMinor",
      c.first_name || ' ' || c.last_name as holder,
      c.crypto_payment as "cryptoPayment", t.payee as to
    from unnest(${taken.map(({ orderId }) => orderId)}::int8[],
      ${taken.map(({ dueOn }) => dueOn)}::date[]) with ordinality u(id, due_on, place)
    join orders_due d on d.order_id = u.id and d.due_on = u.due_on and d.state = 'waiting'
    join orders o on o.id = u.id and o.state = 'active' join customers c on c.id = o.customer_id
    join accounts a on a.account_id = o.account_id join ledger_accounts l on l.id = o.account_id
    left join lateral (
      select jsonb_build_object('number', b.number, 'name', b.name, 'currency', m.currency,
        'isOwn', b.owner_id = o.customer_id, 'holder', p.first_name || ' ' || p.last_name) as payee
      from accounts b join ledger_accounts m on m.id = b.account_id
        join customers p on p.id = b.owner_id
      where b.account_id = o.to_account_id) t on true
    order by u.place`
}

type Paid = { due: Due; posted: ledger.Posted }

/** Pays those of a group that are over at once, one of each customer; answers which are left. */
async function payGroup(
  bank: Bank,
  sql: Sql,
  took: (named: Named[]) => void,
): Promise<{ paid: number; left: Named[] }> {
  const taken = await takeDue(bank, sql)
  took(taken)
  if (taken.length === 0) return { paid: 0, left: [] }
  // The dates are locked by now, so no customer is waited for: who is busy is left to be done alone.
  const free = await tryLockCustomers(
    sql,
    taken.map(({ customerId }) => customerId),
  )
  const firsts = await readDue(
    bank,
    sql,
    taken.filter(({ customerId }) => free.delete(customerId)),
  )
  const plain = firsts.filter(isPlain)
  const outgoing = plain.map((due) => outgoingOf(due, due.amountMinor))
  const { admitted, count } = await admitOutgoing(bank, sql, outgoing)
  const ready = plain.filter((due, index) => {
    const { refusal, review } = admitted[index] ?? { refusal: undefined, review: true }
    return !refusal && (!review || due.kind === 'own')
  })
  const paid = await postAll(bank, sql, ready)
  const gone = new Set(paid.map(({ due }) => due.id))
  await count((index) => gone.has(plain[index]?.id ?? 0n))
  await takeOffCounted(sql, paid.map(({ due }) => due).flatMap(countedOf))
  const ended = paid.map(({ due, posted }) => endedOf(due, { state: 'paid', posted }))
  await endDue(sql, ended, bank.clock.businessNow())
  return { paid: paid.length, left: taken.filter(({ orderId }) => !gone.has(orderId)) }
}

/** What a payment uses up of what its order has counted on this day already, if anything. */
const countedOf = (due: Due) =>
  due.countedUsdMinor > 0n
    ? [{ orderId: due.id, usdMinor: outgoingOf(due, due.amountMinor).usdMinor }]
    : []

/** Those that could be paid: one that could not has left nothing. */
async function postAll(bank: Bank, sql: Sql, dues: Due[]): Promise<Paid[]> {
  if (dues.length === 0) return []
  const moment = momentOf(bank)
  const billersOf = billersFor(sql, dues)
  const entries = []
  for (const due of dues) {
    entries.push(await entryOf(sql, due, { amountMinor: due.amountMinor, billersOf }))
  }
  const results = await ledger.postMany(sql, entries, moment)
  const paid = dues.flatMap((due, index) => {
    const posted = results[index]
    return posted ? [{ due, posted }] : []
  })
  const claims = paid.map(({ due, posted }) => ({ ...onceOf(due), posted }))
  await ledger.claimMany(sql, claims, moment)
  const payments = paid.map(({ due }) => outgoingOf(due, due.amountMinor))
  await notePaid(sql, payments, bank)
  return paid
}

function endedOf(
  due: Due,
  {
    posted,
    ...end
  }: Pick<Ended, 'state' | 'error' | 'isLast'> & { posted?: ledger.Posted | undefined },
): Ended {
  return {
    orderId: due.id,
    dueOn: due.dueOn,
    schedule: scheduleOf(due),
    line: posted && firstLine(posted),
    ...end,
  }
}

async function payOne(bank: Bank, sql: Sql, due: Due): Promise<Outcome> {
  const { potId } = due
  let { amountMinor } = due
  try {
    const refused = kindRefusal(bank, due, bank.clock.businessNow())
    if (refused) throw refused
    if (due.above) {
      const above = await aboveIt(sql, due)
      amountMinor = above.amountMinor
      if (above.isClosed) throw refusalOf('account_closed')
      // Also where it is too little to buy the smallest coin of the other currency.
      const arrives = exchanged(amountMinor, due.currency, (due.to ?? due).currency)
      if (arrives < 1n) return await nothingToMove(bank, sql, due)
    }
    const { admitted, count } = await admitOutgoing(bank, sql, [outgoingOf(due, amountMinor)])
    const [only] = admitted
    if (!only) throw new Error('each payment has an answer')
    const { refusal, review, stranger } = only
    // A refusal leaves nothing behind, also the ledger's, so this transaction can go on and say so.
    if (refusal) throw refusal
    if (potId !== null) return await payPot(bank, sql, { ...due, amountMinor, potId })
    const leaves = due.to === null && !isBill(due)
    const waits = leaves || (review && due.kind !== 'own')
    const posted = waits
      ? await hold(bank, sql, due, { amountMinor, review, stranger })
      : await pay(bank, sql, due, amountMinor)
    if (!posted.replayed) {
      await count(() => true)
      await takeOffCounted(sql, countedOf({ ...due, amountMinor }))
    }
    await endDue(sql, [endedOf(due, { state: 'paid', posted })], bank.clock.businessNow())
    return 'paid'
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'unavailable') throw error
    return miss(bank, sql, { ...due, amountMinor }, error)
  }
}

/** Nothing is posted, so no statement line tells of it: the pot's own list does. */
async function payPot(bank: Bank, sql: Sql, due: Due & { potId: bigint }): Promise<Outcome> {
  const { customerId, potId, amountMinor } = due
  const { at } = momentOf(bank)
  const { onceKey } = onceOf(due)
  await earmark(sql, { ownerId: customerId, potId, amountMinor, kind: 'order', onceKey, at })
  await publishList(sql, customerId, 'pots')
  await endDue(sql, [endedOf(due, { state: 'paid' })], at)
  return 'paid'
}

/**
 * What lies above the amount that stays, once nobody else can move it. All accounts that the payment
 * will post to are locked at once in id order, as every writer does: none waits for another in a circle.
 */
async function aboveIt(sql: Sql, due: Due): Promise<{ amountMinor: bigint; isClosed: boolean }> {
  const { accountId, toAccountId, amountMinor } = due
  const ids = [accountId, toAccountId ?? accountId, ...(await positionsFor(sql, due))]
  const rows = await sql<{ id: bigint; availableMinor: bigint; isClosed: boolean }>`
    select id, balance_minor - held_minor as "availableMinor", closed_at is not null as "isClosed"
    from ledger_accounts where id = any(${ids}::int8[]) order by id for update`
  const source = rows.find(({ id }) => id === accountId)
  return {
    amountMinor: (source?.availableMinor ?? 0n) - amountMinor,
    isClosed: rows.some(({ isClosed }) => isClosed),
  }
}

/** Money may come in the course of the day; after that there was nothing to move, and nothing failed. */
async function nothingToMove(bank: Bank, sql: Sql, due: Due): Promise<Outcome> {
  const { at, day } = momentOf(bank)
  const settings = { ...bank.config, orderTryDays: 0 }
  const again = nextTry({ now: at, triedOn: due.triedOn ?? day }, settings)
  if (again) {
    await putOff(sql, due, { again, day, error: null })
    return 'retry'
  }
  await endDue(sql, [endedOf(due, { state: 'nothing' })], at)
  return 'nothing'
}

async function putOff(
  sql: Sql,
  due: Due,
  { again, day, error }: { again: Date; day: string; error: string | null },
): Promise<void> {
  await sql`
    update orders_due set tries = tries + 1, tried_on = coalesce(tried_on, ${day}),
      next_try_at = ${again}, last_error = ${error}
    where order_id = ${due.id} and due_on = ${due.dueOn}`
}

/** What no later try can change. */
const isForGood = ({ code }: Failure): boolean =>
  code === 'account_closed' ||
  code === 'pot_closed' ||
  code === 'invalid' ||
  code === 'crypto_off' ||
  code === 'currency_mismatch'

/** A bill is tried every hour, a standing order at the hours that are set. */
function tryAgain(bank: Bank, due: Due): Date | null {
  const { at: now, day } = momentOf(bank)
  return isBill(due)
    ? nextBillTry({ tries: due.tries, now })
    : nextTry({ now, triedOn: due.triedOn ?? day }, bank.config)
}

/** Money that is missing may come in time; after the last try the date is over, and told. */
async function miss(bank: Bank, sql: Sql, due: Due, refusal: Failure): Promise<Outcome> {
  const moment = momentOf(bank)
  const { at, day } = moment
  const again = isForGood(refusal) ? null : tryAgain(bank, due)
  if (again) {
    await putOff(sql, due, { again, day, error: refusal.message })
    if (due.tries === 0) await warn(sql, due, refusal.message, at)
    return 'retry'
  }
  // No later date can be paid from or to an account that is gone.
  const isLast = refusal.code === 'account_closed' || refusal.code === 'pot_closed'
  const reason = (isLast && (await closedReason(sql, due))) || overWords(refusal)
  const endsOrder = isLast && !isBill(due)
  const posted = await noteMissed(sql, { due, reason, silent: endsOrder }, moment)
  await endDue(sql, [endedOf(due, { state: 'failed', posted, error: reason, isLast })], at)
  const name = lineOf(due).name ?? ''
  if (endsOrder) await endForGood(sql, { ...due, orderId: due.id, name }, reason, at)
  return 'failed'
}

/** Why a date is over. To thaw everything then, as the refusal says, does not bring it back. */
const overWords = ({ code, message }: Failure): string =>
  code === 'frozen' ? 'Everything was frozen' : message

/**
 * A line tells of it, like of every movement; where there was nothing to post, a notice does, unless
 * the end of the order is told.
 */
async function noteMissed(
  sql: Sql,
  { due, reason, silent }: { due: Due; reason: string; silent: boolean },
  moment: ledger.Moment,
): Promise<ledger.Posted | undefined> {
  const { accountId, amountMinor, customerId } = due
  const line = lineOf(due)
  if (amountMinor > 0n && due.potId === null) {
    const failed = { ...moment, accountId, type: 'debit', amountMinor, line, reason } as const
    return ledger.noteFailed(sql, failed)
  }
  if (silent) return undefined
  const body = `${line.name}, due ${dayWords(due.dueOn)}: ${reason}.`
  await notify(sql, customerId, { title: 'Standing order not paid', body, now: moment.at })
  return undefined
}

/** There is time to pay money in; that the date failed is told by its line, like every movement. */
async function warn(sql: Sql, due: Due, reason: string, now: Date): Promise<void> {
  if (isBill(due)) return warnOfBill(sql, due, { reason, now })
  const amount = sumWords(due.amountMinor, due.currency)
  await notify(sql, due.customerId, {
    title: 'Standing order waits',
    body: `${lineOf(due).name}, ${amount}, due ${dayWords(due.dueOn)}: ${reason}. We try again.`,
    now,
    warns: true,
  })
}
