import {
  type BillerEntry,
  billers,
  type CurrencyCode,
  type Input,
  isRealDate,
  messages,
  type saveBiller,
  uuid,
} from '@passbook/contract'
import { type OwnAccount, ownAccount } from '#accounts/accounts.ts'
import type { GivenApproval, Signed } from '#auth/approval.ts'
import { nameKey } from '#auth/customers.ts'
import { keepApproval } from '#auth/passkey-approval.ts'
import type { Sql } from '#db/db.ts'
import { monthLater } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure, invalid, refusal } from '#kernel/failure.ts'
import { lockCustomer } from '#security/customer-lock.ts'

type BillOrder = Exclude<Input<typeof saveBiller>, { name: string }>

// More than anybody needs, and less than a careless script would leave behind.
const ownBillersMax = 100
const activeBillsMax = 200

export type NewBill = Omit<BillOrder, keyof GivenApproval> & { onceKey?: string | undefined }

/** What saving a bill costs its customer: an approval that is refused, or what went without one. */
export type Approve = (
  sql: Sql,
  bill: { account: OwnAccount; fixed: boolean },
) => Promise<{ refused: Failure } | { freeUsdMinor: bigint; signed?: Signed | undefined }>

/** For whoever saves bills by another right than a customer's. */
const unasked: Approve = async () => ({ freeUsdMinor: 0n })

/** Saves a bill to be paid on its date, or from it on every month; answers its id on the wire. */
export async function saveBill(
  bank: Bank,
  customerId: bigint,
  order: NewBill,
  approve = unasked,
): Promise<string> {
  const { at, day } = momentOf(bank)
  const saved = await bank.db.transaction(async (sql) => {
    // Of several at once each sees what the others took without an approval, and their keys.
    await lockCustomer(sql, customerId)
    const { name: biller, fixed } = (await knownBiller(sql, customerId, order.biller)) ?? {}
    if (!biller) throw invalid('biller', messages.billerMissing)
    const account = await ownAccount(sql, customerId, order.account, 'account')
    const onceKey = order.onceKey ?? null
    const known = onceKey && (await savedUnder(sql, customerId, onceKey))
    const fresh = { ...order, biller, accountId: account.id }
    if (known) return sameBill(known, fresh)
    if (order.date < day) {
      throw invalid('date', messages.billDatePast)
    }
    await assertRoom(sql, customerId)
    const approved = await approve(sql, { account, fixed: fixed === true })
    // Not thrown here: a wrong PIN or code stays counted.
    if ('refused' in approved) return approved.refused
    const [made] = await sql<{ id: bigint; publicId: string }>`
      insert into bills(customer_id, account_id, biller, account_name, type, amount_minor, first_on,
        due_on, next_try_at, state, once_key, free_usd_minor, created_at)
      values (${customerId}, ${account.id}, ${biller}, ${order.accountName}, ${order.type},
        ${order.amount}, ${order.date}, ${order.date}, ${at}, 'active', ${onceKey},
        ${approved.freeUsdMinor}, ${bank.clock.now()})
      returning id, public_id as "publicId"`
    if (!made) throw new Error('a bill that is saved has a name')
    if (approved.signed) await keepApproval(sql, approved.signed, { billId: made.id })
    return made.publicId
  })
  if (saved instanceof Failure) throw saved
  return saved
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
    select count(*)::int4 as count from bills
    where customer_id = ${customerId} and state = 'active'`
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
  firstOn: string
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
  const rows = await db.sql<BillRow>`
    select b.public_id as "publicId", b.biller, b.account_name as "accountName", a.number,
      l.currency, b.type, b.amount_minor as "amountMinor", b.first_on as "firstOn",
      b.due_on as "dueOn", b.state, coalesce(b.last_error, last.reason) as "lastError",
      coalesce(last.state = 'pending', false) as waits
    from bills b join accounts a on a.account_id = b.account_id
      join ledger_accounts l on l.id = b.account_id
      -- What was held on its date may have been refused since.
      left join lateral (
        select t.state, t.failure_reason as reason
        from bill_payments p join transactions t on t.id = p.transaction_id
        where p.bill_id = b.id and p.paid order by p.due_on desc limit 1) last on true
    where b.customer_id = ${customerId} and b.state <> 'cancelled'
    order by b.state, case when b.state = 'active' then b.due_on end, b.id desc
    limit ${activeBillsMax * 2}`
  return rows.map((row) => ({
    Name: row.biller,
    Date: row.dueOn,
    Type: row.type,
    Id: row.publicId,
    NextDate: dateAfter(row),
    Amount: row.amountMinor,
    AccountName: row.accountName,
    Account: { Number: row.number, Currency: { Code: row.currency } },
    State: shownState(row),
    LastError: row.lastError,
  }))
}

/** The date after the one that a bill is due on; nothing where it is the last. */
export function dateAfter({ type, state, firstOn, dueOn }: Dated): string | null {
  if (type !== 'recurring' || state !== 'active') return null
  const next = monthLater(firstOn, dueOn)
  // The calendar of the bank ends with the year 9999.
  return isRealDate(next) ? next : null
}
type Dated = Pick<BillRow, 'type' | 'state' | 'firstOn' | 'dueOn'>

/** `active`, or how a bill that is over ended: `paid` or `failed`, or `pending` for the operator. */
function shownState({ state, lastError, waits }: BillRow): string {
  if (state === 'active') return state
  if (waits) return 'pending'
  return lastError === null ? 'paid' : 'failed'
}

/** Takes a bill off the list; what was paid stays paid. Another's and an unknown one are the same. */
export async function stopBill(
  { db }: Pick<Bank, 'db'>,
  customerId: bigint,
  { id }: { id: string },
): Promise<void> {
  const stopped = uuid.test(id)
    ? await db.sql`
        update bills set state = 'cancelled'
        where public_id = ${id} and customer_id = ${customerId} and state <> 'cancelled'
        returning 1`
    : []
  if (stopped.length === 0) throw new Failure('not_yours', messages.billUnknown)
}
