import {
  type BillerEntry,
  billers,
  type CurrencyCode,
  dueAfter,
  type Input,
  messages,
  type Rhythm,
  type saveBiller,
  uuid,
} from '@passbook/contract'
import { type OwnAccount, ownAccount } from '#accounts/accounts.ts'
import type { GivenApproval, Signed } from '#auth/approval.ts'
import type { Counted } from '#auth/outgoing.ts'
import { keepApproval } from '#auth/passkey-approval.ts'
import type { Sql } from '#db/db.ts'
import { addDue, noteCounted, noticeDays } from '#due/due.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure, invalid, refusal } from '#kernel/failure.ts'
import { nameKey } from '#kernel/name-key.ts'
import type { Moment } from '#ledger/ledger.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { addOrders, moveBillsFirst } from './move.ts'

type BillOrder = Exclude<Input<typeof saveBiller>, { name: string }>

// More than anybody needs, and less than a careless script would leave behind.
const ownBillersMax = 100
const activeBillsMax = 200

export type NewBill = Omit<BillOrder, keyof GivenApproval> & { onceKey?: string | undefined }

/** What saving a bill costs its customer: an approval that is refused, or what went without one. */
export type Approve = (
  sql: Sql,
  bill: { account: OwnAccount; biller: string; fixed: boolean },
) => Promise<{ refused: Failure } | Approved>

type Approved = {
  freeUsdMinor: bigint
  /** Counts it as ordered (see `beginOutgoing`). */
  count?: () => Promise<Counted>
  signed?: Signed | undefined
}

/** For whoever saves bills by another right than a customer's. */
const unasked: Approve = async () => ({ freeUsdMinor: 0n })

/** Saves a bill to be paid on its date, or from it on every month; answers its id on the wire. */
export async function saveBill(
  bank: Bank,
  customerId: bigint,
  order: NewBill,
  approve = unasked,
): Promise<string> {
  const moment = momentOf(bank)
  const saved = await bank.db.transaction(async (sql) => {
    // Of several at once each sees what the others took without an approval, and their keys.
    await lockCustomer(sql, customerId)
    const { name: biller, fixed } = (await knownBiller(sql, customerId, order.biller)) ?? {}
    if (!biller) throw invalid('biller', messages.billerMissing)
    const account = await ownAccount(sql, customerId, order.account, 'account')
    const known = order.onceKey && (await savedUnder(sql, customerId, order.onceKey))
    const fresh = { ...order, biller, accountId: account.id }
    if (known) return sameBill(known, fresh)
    if (order.date < moment.day) throw invalid('date', messages.billDatePast)
    await assertRoom(sql, customerId)
    const approved = await approve(sql, { account, biller, fixed: fixed === true })
    // Not thrown here: a wrong PIN or code stays counted.
    if ('refused' in approved) return approved.refused
    const { signed, freeUsdMinor, count } = approved
    const { publicId, orderId } = await keepBill(
      sql,
      { ...fresh, customerId, freeUsdMinor, signed, dueOn: order.date },
      { ...moment, createdAt: bank.clock.now() },
    )
    if (count) await noteCounted(sql, orderId, await count())
    return publicId
  })
  if (saved instanceof Failure) throw saved
  return saved
}

type KeptBill = Omit<SavedBill, 'publicId'> & {
  customerId: bigint
  dueOn: string
  onceKey?: string | undefined
  freeUsdMinor?: bigint
  signed?: Signed | undefined
}

/** Writes a bill with the order that pays it and the date that waits; `createdAt` is real time. */
export async function keepBill(
  sql: Sql,
  bill: KeptBill,
  { at, day, createdAt }: Moment & { createdAt: Date },
): Promise<{ publicId: string; orderId: bigint }> {
  const { customerId, accountId, biller, accountName, type, amount, date, dueOn, onceKey } = bill
  const [made] = await sql<{ id: bigint; publicId: string }>`
    insert into bills(customer_id, account_id, biller, account_name, type, amount_minor, first_on,
      due_on, next_try_at, state, once_key, free_usd_minor, created_at, moved)
    values (${customerId}, ${accountId}, ${biller}, ${accountName}, ${type}, ${amount}, ${date},
      ${dueOn}, 'infinity', 'active', ${onceKey ?? null}, ${bill.freeUsdMinor ?? 0n}, ${createdAt},
      true)
    returning id, public_id as "publicId"`
  if (!made) throw new Error('a bill that is saved has a name')
  if (bill.signed) await keepApproval(sql, bill.signed, { billId: made.id })
  const [orderId] = await addOrders(sql, [made.id])
  if (orderId === undefined) throw new Error('a bill that is saved has an order')
  // Who has just saved it need not be told that it comes.
  const isNear = dueOn <= dayAfter(day, noticeDays)
  await addDue(sql, [{ orderId, dueOn, toldAt: isNear ? at : null }], at)
  return { publicId: made.publicId, orderId }
}

type SavedBill = {
  publicId: string
  accountId: bigint
  biller: string
  accountName: string
  type: string
  amount: bigint
  date: string
}

async function savedUnder(sql: Sql, customerId: bigint, onceKey: string) {
  const [saved] = await sql<SavedBill>`
    select public_id as "publicId", account_id as "accountId", biller,
      account_name as "accountName", type, amount_minor as amount, first_on as date
    from bills where customer_id = ${customerId} and once_key = ${onceKey}`
  return saved
}

function sameBill(saved: SavedBill, asked: Omit<SavedBill, 'publicId'>): string {
  const fields = ['accountId', 'biller', 'accountName', 'type', 'amount', 'date'] as const
  if (fields.every((field) => saved[field] === asked[field])) return saved.publicId
  throw refusal('key_reused')
}

async function assertRoom(sql: Sql, customerId: bigint): Promise<void> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int4 as count from bills b left join orders o on o.bill_id = b.id
    where b.customer_id = ${customerId} and b.state = 'active'
      and (not b.moved or o.state = 'active')`
  if ((row?.count ?? 0) < activeBillsMax) return
  throw listFull(activeBillsMax, `You can have at most ${activeBillsMax} bills`)
}

type KnownBiller = { name: string; fixed: boolean }

/** A biller as it is spelled on the list, of the bank or the customer's own; or undefined. */
async function knownBiller(
  sql: Sql,
  customerId: bigint,
  name: string,
): Promise<KnownBiller | undefined> {
  const key = nameKey(name)
  const fixed = billers.find((biller) => nameKey(biller) === key)
  if (fixed) return { name: fixed, fixed: true }
  const [own] = await sql<{ name: string }>`
    select name from own_billers where customer_id = ${customerId} and name_key = ${key}`
  return own && { name: own.name, fixed: false }
}

/** Adds a biller that only this customer sees. */
export async function addBiller(
  { db }: Pick<Bank, 'db'>,
  customerId: bigint,
  { name }: { name: string },
): Promise<void> {
  await db.transaction(async (sql) => {
    // Of several at once each counts the others.
    await lockCustomer(sql, customerId)
    if (await knownBiller(sql, customerId, name)) throw billerKnown()
    const own = await ownBillers(sql, customerId)
    if (own.length >= ownBillersMax) {
      throw listFull(ownBillersMax, `You can have at most ${ownBillersMax} billers of your own`)
    }
    const made = await sql`
      insert into own_billers(customer_id, name, name_key)
      values (${customerId}, ${name}, ${nameKey(name)}) on conflict do nothing returning 1`
    if (made.length === 0) throw billerKnown()
  })
}

const billerKnown = () => refusal('biller_known')

const listFull = (max: number, message: string) =>
  new Failure('list_full', message, { data: { max } })

async function ownBillers(sql: Sql, customerId: bigint): Promise<{ name: string }[]> {
  return sql<{ name: string }>`
    select name from own_billers where customer_id = ${customerId} order by name_key`
}

/** The billers to choose from: the five of the bank, then the customer's own. */
export async function billersOf(
  { db }: Pick<Bank, 'db'>,
  customerId: bigint,
): Promise<BillerEntry[]> {
  const own = await ownBillers(db.sql, customerId)
  return [...billers, ...own.map(({ name }) => name)].map((Name) => ({ Name }))
}

type BillRow = {
  publicId: string
  biller: string
  accountName: string
  number: string
  currency: CurrencyCode
  type: string
  amountMinor: bigint
  every: Rhythm
  firstOn: string
  /** The date that waits, or the last one where none does. */
  dueOn: string
  state: string
  lastError: string | null
  /** Whether its last date waits for the operator. */
  waits: boolean
}

/** The saved bills: what is still to be paid first, by its next date, then what is over. */
export async function billsOf(
  { db }: Pick<Bank, 'db'>,
  customerId: bigint,
): Promise<BillerEntry[]> {
  await moveBillsFirst({ db }, customerId)
  const rows = await db.sql<BillRow>`
    select b.public_id as "publicId", b.biller, b.account_name as "accountName", a.number,
      l.currency, b.type, o.amount_minor as "amountMinor", o.every, o.first_on as "firstOn",
      coalesce(d.due_on, last.due_on, b.due_on) as "dueOn", o.state,
      coalesce(d.last_error, last.error, paid.reason) as "lastError",
      coalesce(paid.state = 'pending', false) as waits
    from bills b join orders o on o.bill_id = b.id
      join accounts a on a.account_id = o.account_id
      join ledger_accounts l on l.id = o.account_id
      left join orders_due d on d.order_id = o.id and d.state = 'waiting'
      left join lateral (
        select e.due_on, e.last_error as error from orders_due e
        where e.order_id = o.id and e.state <> 'waiting' order by e.due_on desc limit 1) last on true
      -- What was held on its date may have been refused since.
      left join lateral (
        select t.state, t.failure_reason as reason
        from orders_due p join transactions t on t.account_id = p.account_id and t.line = p.line
        where p.order_id = o.id and p.state = 'paid' order by p.due_on desc limit 1) paid on true
    where b.customer_id = ${customerId} and o.state <> 'ended'
    order by o.state, d.due_on, b.id desc
    limit ${activeBillsMax * 2}`
  return rows.map((row) => ({
    Name: row.biller,
    Date: row.dueOn,
    Type: row.type,
    Id: row.publicId,
    NextDate: row.state === 'active' ? dateAfter(row) : null,
    Amount: row.amountMinor,
    AccountName: row.accountName,
    Account: { Number: row.number, Currency: { Code: row.currency } },
    State: shownState(row),
    LastError: row.lastError,
  }))
}

/** The date after the one that a bill is due on; nothing where it is the last. */
export const dateAfter = (bill: Pick<BillRow, 'every' | 'firstOn' | 'dueOn'>): string | null =>
  dueAfter({ every: bill.every, firstOn: bill.firstOn, until: null, times: null }, bill.dueOn)

/** `active`, or how a bill that is over ended: `paid` or `failed`, or `pending` for the operator. */
function shownState({ state, lastError, waits }: BillRow): string {
  if (state === 'active') return state
  if (waits) return 'pending'
  return lastError === null ? 'paid' : 'failed'
}

/**
 * Takes a bill off the list, which ends its order (see the trigger bill_moved); what was paid stays
 * paid. The customer is locked, as for all that changes an order. Another's and an unknown one are the
 * same.
 */
export async function stopBill(
  { db }: Pick<Bank, 'db'>,
  customerId: bigint,
  { id }: { id: string },
): Promise<void> {
  await db.transaction(async (sql) => {
    await lockCustomer(sql, customerId)
    const stopped = uuid.test(id)
      ? await sql`
          update bills set state = 'cancelled'
          where public_id = ${id} and customer_id = ${customerId} and state <> 'cancelled'
          returning 1`
      : []
    if (stopped.length === 0) throw new Failure('not_yours', messages.billUnknown)
  })
}
