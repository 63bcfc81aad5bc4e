import { type Db, part, type Sql, type SqlPart } from '#db/db.ts'

const groupSize = 100

/**
 * Makes of each bill an order of the kind `bill`, known by the same id and approved by what approved the
 * bill. Answers the ids of the orders.
 */
export async function addOrders(sql: Sql, billIds: readonly bigint[]): Promise<bigint[]> {
  const orders = await sql<{ id: bigint }>`
    insert into orders(public_id, bill_id, customer_id, account_id, kind, rail, rail_payee, line,
      amount_minor, above, every, first_on, state, approval, created_at, changed_at)
    select b.public_id, b.id, b.customer_id, b.account_id, 'bill', 'biller', b.biller,
      jsonb_build_object('purpose', 'others', 'method', 'bill', 'gateway', 'billers',
        'name', b.biller, 'description', b.account_name),
      b.amount_minor, false, case b.type when 'recurring' then 'monthly' else 'once' end, b.first_on,
      case b.state when 'cancelled' then 'ended' else b.state end, a.challenge_hash, b.created_at,
      b.created_at
    from bills b left join passkey_approvals a on a.customer_id = b.customer_id and a.bill_id = b.id
    where b.id = any(${billIds}::int8[]) order by b.id
    returning id`
  return orders.map(({ id }) => id)
}

/**
 * Gives the bills of the version before their orders, in groups; answers how many. A server of that
 * version may still run: it locks a bill while it pays it, so a date is either paid there before the
 * bill moves, or here after it.
 */
export async function moveBills({ db }: { db: Db }, signal?: AbortSignal): Promise<number> {
  let moved = 0
  while (!signal?.aborted) {
    const some = part`order by customer_id, id limit ${groupSize} for update skip locked`
    const count = await db.transaction((sql) => moveSome(sql, some))
    if (count === 0) break
    moved += count
  }
  return moved
}

/** The same at once for the bills of one customer, who is about to see or change them. */
export function moveBillsOf(sql: Sql, customerId: bigint): Promise<number> {
  return moveSome(sql, part`and customer_id = ${customerId} order by id for update`)
}

/** Moves them in a transaction of their own, if there are any, before they are read. */
export async function moveBillsFirst({ db }: { db: Db }, customerId: bigint): Promise<void> {
  const unmoved = await db.sql`
    select from bills where customer_id = ${customerId} and not moved limit 1`
  if (unmoved.length > 0) await db.transaction((sql) => moveBillsOf(sql, customerId))
}

async function moveSome(sql: Sql, which: SqlPart): Promise<number> {
  const rows = await sql<{ id: bigint }>`select id from bills where not moved ${which}`
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await addOrders(sql, ids)
  await sql`
    insert into orders_due(order_id, due_on, state, next_try_at, tries, stuck, last_error)
    select o.id, b.due_on, 'waiting', b.next_try_at, b.tries, b.stuck,
      -- Without a try in vain it is the error of the date before.
      case when b.tries > 0 then b.last_error end
    from bills b join orders o on o.bill_id = b.id
    where b.id = any(${ids}::int8[]) and b.state = 'active'`
  await sql`
    insert into orders_due(order_id, due_on, state, next_try_at, last_error, transaction_id,
      account_id, line, approval)
    select o.id, p.due_on, case when p.paid then 'paid' else 'failed' end, o.created_at,
      case when not p.paid then t.failure_reason end, p.transaction_id,
      coalesce(p.account_id, t.account_id), coalesce(p.line, t.line), o.approval
    from bill_payments p join orders o on o.bill_id = p.bill_id
      left join transactions t on t.id = p.transaction_id
    where p.bill_id = any(${ids}::int8[])`
  await sql`delete from bill_payments where bill_id = any(${ids}::int8[])`
  await sql`
    update bills set moved = true, next_try_at = 'infinity' where id = any(${ids}::int8[])`
  return ids.length
}
