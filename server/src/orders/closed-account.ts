import type { CurrencyCode } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { closedWords, sumWords } from '#kernel/words.ts'
import { addNotices } from '#notifications/notifications.ts'
import { publish } from '#notifications/publish.ts'
import { nameNow } from './rows.ts'

/** An account that is being closed, and whose it is. */
export type Closing = { accountId: bigint; ownerId: bigint; name: string; number: string }

/** The owner, and everybody with an order into the account. */
export async function customersAt(sql: Sql, { accountId, ownerId }: Closing): Promise<bigint[]> {
  const payers = await sql<{ id: bigint }>`
    select distinct customer_id as id from orders
    where to_account_id = ${accountId} and state in ('active', 'paused')`
  return [...new Set([ownerId, ...payers.map(({ id }) => id)])]
}

type Ended = {
  customerId: bigint
  name: string
  amountMinor: bigint
  currency: CurrencyCode
  reason: string
}

/**
 * Ends the bills that an account pays and the standing orders from it, into its pots and into it,
 * whoever's they are. Answers what to tell whom. These customers are locked; an order that another one
 * makes meanwhile ends on its date.
 */
export async function endOrdersAt(
  sql: Sql,
  { accountId, ownerId, name, number }: Closing,
  customerIds: readonly bigint[],
): Promise<{ bills: Ended[]; orders: Ended[] }> {
  const [owner] = await sql<{ holder: string }>`
    select first_name || ' ' || last_name as holder from customers where id = ${ownerId}`
  const own = closedWords({ isOwn: true, name, number })
  const foreign = closedWords({ isOwn: false, name: owner?.holder ?? '', number })
  // Their orders end with them (see the trigger bill_moved).
  const bills = await sql<Ended>`
    update bills b set state = 'cancelled'
    from ledger_accounts l
    where b.account_id = ${accountId} and b.customer_id = ${ownerId} and b.state = 'active'
      and l.id = b.account_id and (not b.moved or exists (
        select from orders o where o.bill_id = b.id and o.state = 'active'))
    returning b.customer_id as "customerId", b.biller as name, b.amount_minor as "amountMinor",
      l.currency, ${own} as reason`
  const orders = await sql<Ended & { id: bigint }>`
    update orders o set state = 'ended',
      end_reason = case when o.customer_id = ${ownerId} then ${own}::text else ${foreign}::text end
    from ledger_accounts l
    where l.id = o.account_id and o.customer_id = any(${customerIds}::int8[])
      and o.kind <> 'bill' and o.state in ('active', 'paused')
      and (o.to_account_id = ${accountId}
        or o.customer_id = ${ownerId} and o.account_id = ${accountId})
    returning o.id, o.customer_id as "customerId", coalesce(${nameNow}, o.line->>'name') as name,
      o.amount_minor as "amountMinor", l.currency, o.end_reason as reason`
  // The date that waits goes with its order; one that is being paid is waited for.
  await sql`
    delete from orders_due
    where order_id = any(${orders.map(({ id }) => id)}::int8[]) and state in ('waiting', 'paused')`
  return { bills, orders }
}

/** Tells each customer what has ended, and why. */
export async function tellEnded(
  sql: Sql,
  { bills, orders }: { bills: readonly Ended[]; orders: readonly Ended[] },
  now: Date,
): Promise<void> {
  const notices = [
    ...orders.map((order) => endedNotice('Standing order ended', order)),
    ...bills.map((bill) => endedNotice('Bill ended', bill)),
  ]
  await addNotices(sql, notices, now)
  await publish(sql, new Map(notices.map(({ customerId }) => [customerId, []])))
}

function endedNotice(title: string, { customerId, name, amountMinor, currency, reason }: Ended) {
  const body = `${name}, ${sumWords(amountMinor, currency)}: ${reason}. Nothing is paid any more.`
  return { customerId, title, body }
}

type Due = Pick<Ended, 'customerId' | 'name' | 'amountMinor' | 'currency'> & {
  orderId: bigint
  accountId: bigint
  toAccountId: bigint | null
}

/** Whose account is closed of the two that a date would move money between; null where neither is. */
export async function closedReason(
  sql: Sql,
  { customerId, accountId, toAccountId }: Pick<Due, 'customerId' | 'accountId' | 'toAccountId'>,
): Promise<string | null> {
  const [closed] = await sql<{ isOwn: boolean; name: string; holder: string; number: string }>`
    select a.owner_id = ${customerId} as "isOwn", a.name, a.number,
      c.first_name || ' ' || c.last_name as holder
    from ledger_accounts l join accounts a on a.account_id = l.id
      join customers c on c.id = a.owner_id
    where l.id = any(${[accountId, toAccountId ?? accountId]}::int8[]) and l.closed_at is not null
    order by l.id = ${accountId} desc limit 1`
  return closed
    ? closedWords({ ...closed, name: closed.isOwn ? closed.name : closed.holder })
    : null
}

/** Ends an order of which no later date can be paid either, and tells its customer. */
export async function endForGood(sql: Sql, due: Due, reason: string, now: Date): Promise<void> {
  await sql`update orders set state = 'ended', end_reason = ${reason} where id = ${due.orderId}`
  await tellEnded(sql, { bills: [], orders: [{ ...due, reason }] }, now)
}
