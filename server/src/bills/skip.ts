import { messages, type Rhythm, uuid } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { endDue } from '#due/due.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { dateAfter } from './bills.ts'
import { moveBillsOf } from './move.ts'

/**
 * Leaves out one date of a recurring bill: nothing is paid, and it goes on a month later. The customer is
 * locked, then the date that waits: it is either paid or skipped, or goes with its bill; who comes second
 * is refused.
 */
export async function skipDate(
  { db, clock }: Pick<Bank, 'db' | 'clock'>,
  customerId: bigint,
  { id, date }: { id: string; date: string },
): Promise<{ Date: string }> {
  return db.transaction(async (sql) => {
    await lockCustomer(sql, customerId)
    await moveBillsOf(sql, customerId)
    const { orderId } = await readBill(sql, customerId, id)
    await sql`select from orders_due where order_id = ${orderId} and state = 'waiting' for update`
    // Read again: servers of the version before take a bill off the list without locking its customer.
    const { every, firstOn, dueOn } = await readBill(sql, customerId, id)
    if (every === 'once') throw refusal('bill_once')
    if (dueOn !== date) throw await notDue(sql, orderId, date)
    const next = dateAfter({ every, firstOn, dueOn })
    if (!next) throw refusal('bill_date_over')
    const schedule = { every, firstOn, until: null, times: null }
    await endDue(sql, [{ orderId, dueOn, schedule, state: 'skipped' }], clock.businessNow())
    return { Date: next }
  })
}

type OpenBill = { orderId: bigint; every: Rhythm; firstOn: string; dueOn: string | null }

/** A bill on the customer's list. Another's and an unknown one are the same. */
async function readBill(sql: Sql, customerId: bigint, publicId: string): Promise<OpenBill> {
  const [bill] = uuid.test(publicId)
    ? await sql<OpenBill>`
        select o.id as "orderId", o.every, o.first_on as "firstOn", d.due_on as "dueOn"
        from bills b join orders o on o.bill_id = b.id
          left join orders_due d on d.order_id = o.id and d.state = 'waiting'
        where b.public_id = ${publicId} and b.customer_id = ${customerId} and o.state <> 'ended'`
    : []
  if (!bill) throw new Failure('not_yours', messages.billUnknown)
  return bill
}

async function notDue(sql: Sql, orderId: bigint, date: string): Promise<Failure> {
  const paid = await sql`
    select 1 from orders_due d join transactions t on t.account_id = d.account_id and t.line = d.line
    where d.order_id = ${orderId} and d.due_on = ${date} and d.state = 'paid'
      and t.state <> 'failed'`
  return refusal(paid.length > 0 ? 'bill_date_paid' : 'bill_date_over')
}
