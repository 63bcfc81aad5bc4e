import {
  type askForMoney,
  type CurrencyCode,
  type Input,
  limits,
  messages,
  type OpenedRequest,
  type Output,
  type PaymentRequest,
  parseMoney,
  type RequestState,
  type receiveInto,
  uuid,
  writeEpc,
} from '@passbook/contract'
import { ownAccount } from '#accounts/accounts.ts'
import { ibanOf } from '#accounts/iban.ts'
import type { Customer } from '#auth/customers.ts'
import { hashToken, newToken, seal, unseal } from '#auth/secrets.ts'
import { part, type Sql, type SqlPart } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import { qrImage } from '#kernel/qr-image.ts'
import { sumWords } from '#kernel/words.ts'
import { spendAttempt } from '#limits/attempts.ts'
import { notify } from '#notifications/notifications.ts'
import { publishList } from '#notifications/publish.ts'
import { lockCustomer } from '#security/customer-lock.ts'

const purpose = 'payment request'
const dayMs = 86_400_000
/** Asking and taking back in turn would fill the table. */
const perHour = 120

type Asked = Input<typeof askForMoney> & { onceKey: string | undefined }

type Row = {
  id: bigint
  publicId: string
  customerId: bigint
  tokenSealed: string
  amountMinor: bigint
  accountId: bigint
  currency: CurrencyCode
  note: string
  createdAt: Date
  expiresAt: Date
  seenAt: Date | null
  ended: 'declined' | 'cancelled' | null
  accountName: string
  accountNumber: string
  isClosed: boolean
  holder: string
  paidState: 'pending' | 'completed' | 'failed' | null
  paidBy: string | null
}

/** Requests with the account they are paid into and the line that pays them, each by its key. */
async function read(sql: Sql, which: SqlPart): Promise<Row[]> {
  return sql<Row>`
    select r.id, r.public_id as "publicId", r.customer_id as "customerId",
      r.token_sealed as "tokenSealed", r.amount_minor as "amountMinor", r.account_id as "accountId", l.currency, r.note,
      r.created_at as "createdAt", r.expires_at as "expiresAt", r.seen_at as "seenAt", r.ended,
      a.name as "accountName", a.number as "accountNumber", l.closed_at is not null as "isClosed",
      c.first_name || ' ' || c.last_name as holder, t.state as "paidState",
      (select p.first_name || ' ' || p.last_name from accounts o join customers p on p.id = o.owner_id
       where o.account_id = r.paid_account_id) as "paidBy"
    from payment_requests r
    join accounts a on a.account_id = r.account_id
    join ledger_accounts l on l.id = r.account_id
    join customers c on c.id = r.customer_id
    left join transactions t on t.account_id = r.paid_account_id and t.line = r.paid_line
    where ${which}
    order by r.id desc limit ${limits.requestsMax * 4}`
}

function stateOf(row: Row, now: Date): RequestState {
  if (row.paidState === 'completed') return 'paid'
  if (row.paidState === 'pending') return 'paying'
  if (row.ended) return row.ended
  return row.expiresAt <= now || row.isClosed ? 'expired' : 'open'
}

function shared(row: Row, now: Date) {
  return {
    Amount: row.amountMinor,
    Currency: { Code: row.currency },
    Note: row.note,
    Expires: row.expiresAt,
    State: stateOf(row, now),
  }
}

function linkOf({ config }: Bank, { tokenSealed }: Row): string | null {
  const token = unseal(config, purpose, tokenSealed)
  return token ? `${config.publicUrl}/pay/${token}` : null
}

function show(bank: Bank, row: Row): PaymentRequest {
  const State = stateOf(row, bank.clock.businessNow())
  return {
    Id: row.publicId,
    ...shared(row, bank.clock.businessNow()),
    Account: { Name: row.accountName, Number: row.accountNumber },
    Created: row.createdAt,
    Seen: row.seenAt,
    PaidBy: State === 'paid' || State === 'paying' ? row.paidBy : null,
    Link: linkOf(bank, row),
  }
}

/** The newest, and what can still be paid, however many are newer. */
export async function requestsOf(
  bank: Bank,
  { id }: Customer,
): Promise<{ List: PaymentRequest[] }> {
  // Each half by an index of its own; what has been paid is in the open half only until it expires.
  const rows = await read(
    bank.db.sql,
    part`r.id in (
      (select id from payment_requests where customer_id = ${id}
       order by id desc limit ${limits.requestsMax * 2})
      union
      select o.id from payment_requests o
      where o.customer_id = ${id} and o.ended is null and o.expires_at > ${bank.clock.businessNow()}
        and not exists (
          select from transactions p
          where p.account_id = o.paid_account_id and p.line = o.paid_line and p.state = 'completed'))`,
  )
  return { List: rows.map((row) => show(bank, row)) }
}

/**
 * Asks for money. The customer is locked, so that many at once cannot pass the limit, and the same
 * request sent again under its key is answered with the first.
 */
export async function askFor(
  bank: Bank,
  customer: Customer,
  asked: Asked,
): Promise<PaymentRequest> {
  const { db, config, clock } = bank
  const { account, amount, note, days, onceKey = null } = asked
  const { id: accountId } = await ownAccount(db.sql, customer.id, account, 'account')
  const wanted = { customerId: customer.id, accountId, amount, note, days, onceKey }
  // Sent again, it costs no attempt: it must be answered also where none is left.
  const before = onceKey === null ? undefined : await askedUnder(db.sql, wanted)
  if (before) return show(bank, before)
  const bucket = `request:hour:${customer.id}`
  await spendAttempt(db.sql, { bucket, max: perHour, seconds: 3600, now: clock.now() })
  return db.transaction(async (sql) => {
    await lockCustomer(sql, customer.id)
    const known = await askedUnder(sql, wanted)
    if (known) return show(bank, known)
    const now = clock.businessNow()
    await assertRoom(sql, customer.id, now)
    const token = newToken()
    const [made] = await sql<{ id: bigint }>`
      insert into payment_requests(token_hash, token_sealed, customer_id, account_id, amount_minor,
        note, created_at, expires_at, once_key)
      values (${hashToken(token)}, ${seal(config.secretKey, purpose, token)}, ${customer.id},
        ${accountId}, ${amount}, ${note}, ${now}, ${new Date(now.getTime() + days * dayMs)}, ${onceKey})
      returning id`
    const [row] = await read(sql, part`r.id = ${made?.id ?? 0n}`)
    if (!row) throw new Error('a new request must be readable')
    return show(bank, row)
  })
}

type Wanted = { accountId: bigint; amount: bigint; note: string; days: number }
type Once = { customerId: bigint; onceKey: string | null }

/** The request that was made under a key; the key with another form is refused. */
async function askedUnder(sql: Sql, wanted: Wanted & Once): Promise<Row | undefined> {
  const { customerId, onceKey } = wanted
  const [known] = await read(sql, part`r.customer_id = ${customerId} and r.once_key = ${onceKey}`)
  if (known && !isSame(known, wanted)) throw refusal('key_reused')
  return known
}

/** Whether what comes under a known key is what came first. */
function isSame(row: Row, { accountId, amount, note, days }: Wanted): boolean {
  const kept = row.expiresAt.getTime() - row.createdAt.getTime()
  return (
    row.accountId === accountId &&
    row.amountMinor === amount &&
    row.note === note &&
    kept === days * dayMs
  )
}

/** Those that can still be paid count, by an index of what has not ended. */
async function assertRoom(sql: Sql, customerId: bigint, now: Date): Promise<void> {
  const open = await sql`
    select from payment_requests r
    where customer_id = ${customerId} and ended is null and expires_at > ${now} and not exists (
      select from transactions t
      where t.account_id = r.paid_account_id and t.line = r.paid_line and t.state <> 'failed')
    limit ${limits.requestsMax}`
  if (open.length < limits.requestsMax) return
  throw new Failure('list_full', messages.requestLimit, { data: { max: limits.requestsMax } })
}

/** The customer's own by its id on the wire; another's and an unknown one get the same answer. */
async function ownRequest(sql: Sql, { id: customerId }: Customer, id: string): Promise<Row> {
  const [row] = uuid.test(id)
    ? await read(sql, part`r.public_id = ${id} and r.customer_id = ${customerId}`)
    : []
  if (!row) throw new Failure('not_yours', messages.requestUnknown)
  return row
}

async function byToken(sql: Sql, token: string): Promise<Row> {
  const [row] = await read(sql, part`r.token_hash = ${hashToken(token)}`)
  if (!row) throw new Failure('not_yours', messages.requestUnknown)
  return row
}

/** Takes a request back. Asked for again, it answers the same. */
export async function cancel(bank: Bank, customer: Customer, id: string): Promise<PaymentRequest> {
  const { db } = bank
  await db.transaction(async (sql) => {
    const { id: rowId } = await ownRequest(sql, customer, id)
    await end(bank, sql, rowId, 'cancelled')
    await publishList(sql, customer.id, 'requests')
  })
  return show(bank, await ownRequest(db.sql, customer, id))
}

/** As long as it is open; the row's lock is the one that a payer takes, so exactly one of the two wins. */
async function end(
  bank: Bank,
  sql: Sql,
  id: bigint,
  how: 'cancelled' | 'declined',
): Promise<boolean> {
  await sql`select from payment_requests where id = ${id} for update`
  const [row] = await read(sql, part`r.id = ${id}`)
  const now = bank.clock.businessNow()
  if (row?.ended === how) return false
  if (!row || stateOf(row, now) !== 'open') throw refusal('request_over')
  await sql`
    update payment_requests set ended = ${how}, ended_at = ${now} where id = ${id}`
  return true
}

/** Takes back the requests that would be paid into an account that is being closed; answers them. */
export async function cancelRequestsInto(
  sql: Sql,
  accountId: bigint,
  now: Date,
): Promise<{ amountMinor: bigint; currency: CurrencyCode }[]> {
  return sql`
    update payment_requests r set ended = 'cancelled', ended_at = ${now}
    from ledger_accounts l
    where l.id = ${accountId} and r.account_id = l.id and r.customer_id = l.owner_id
      and r.ended is null and r.expires_at > ${now} and not exists (
        select from transactions t
        where t.account_id = r.paid_account_id and t.line = r.paid_line and t.state = 'completed')
    returning r.amount_minor as "amountMinor", l.currency`
}

/** A request as its link shows it; the first time that somebody else looks, the asker is told. */
export async function openByToken(bank: Bank, customer: Customer, token: string) {
  const { db, clock } = bank
  const row = await byToken(db.sql, token)
  const now = clock.businessNow()
  const isOwn = row.customerId === customer.id
  if (!isOwn && !row.seenAt) {
    await db.transaction(async (sql) => {
      await sql`
        update payment_requests set seen_at = ${now} where id = ${row.id} and seen_at is null`
      await publishList(sql, row.customerId, 'requests')
    })
  }
  return {
    ...shared(row, now),
    Name: row.holder,
    Number: row.accountNumber,
    Own: isOwn,
  } satisfies OpenedRequest
}

/** Ends a request without paying it. The asker learns of it, and not who it was. */
export async function decline(bank: Bank, customer: Customer, token: string): Promise<void> {
  const { db, clock } = bank
  await db.transaction(async (sql) => {
    const row = await byToken(sql, token)
    if (row.customerId === customer.id) throw new Failure('not_yours', messages.requestOwn)
    if (!(await end(bank, sql, row.id, 'declined'))) return
    await publishList(sql, row.customerId, 'requests')
    const amount = sumWords(row.amountMinor, row.currency)
    await notify(sql, row.customerId, {
      title: 'Request declined',
      body: `Your request for ${amount} was declined`,
      now: clock.businessNow(),
    })
  })
}

/** The link as a code to scan. */
export async function qrOf(bank: Bank, customer: Customer, id: string): Promise<{ qr: string }> {
  const row = await ownRequest(bank.db.sql, customer, id)
  // One that is being paid may be open again.
  const isOver = !['open', 'paying'].includes(stateOf(row, bank.clock.businessNow()))
  if (isOver) throw refusal('request_over')
  const link = linkOf(bank, row)
  if (!link) throw new Failure('not_yours', messages.requestUnknown)
  return { qr: qrImage(link) }
}

/** How an account is paid from elsewhere. Only euros have codes that every bank reads. */
export async function receive(
  { db, config }: Bank,
  { id, firstName, lastName }: Customer,
  { accountId, amount, note }: Input<typeof receiveInto>,
): Promise<Output<typeof receiveInto>> {
  const account = await ownAccount(db.sql, id, accountId)
  const Holder = `${firstName} ${lastName}`
  const Iban = account.currency === 'eur' ? ibanOf(config, account.number) : undefined
  if (!Iban) return { Holder, Number: account.number }
  const amountMinor = parseMoney(amount) ?? undefined
  const Epc = writeEpc({ name: Holder, iban: Iban, note, ...(amountMinor && { amountMinor }) })
  return { Holder, Number: account.number, Iban, Epc, Qr: qrImage(Epc) }
}
