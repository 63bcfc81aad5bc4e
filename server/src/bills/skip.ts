import { messages, uuid } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import { dateAfter } from './bills.ts'

/**
 * Leaves out one date of a recurring bill: nothing is paid, and it goes on a month later. The row is
 * locked as it is for a payment, so a date is either paid or skipped; who comes second is refused.
 */
export async function skipDate(
  { db, clock }: Pick<Bank, 'db' | 'clock'>,
  customerId: bigint,
  { id, date }: { id: string; date: string },
): Promise<{ Date: string }> {
  return db.transaction(async (sql) => {
    const bill = await lockBill(sql, customerId, id)
    if (bill.type !== 'recurring') throw refusal('bill_once')
    if (bill.dueOn !== date) throw await notDue(sql, bill.id, date)
    const next = dateAfter(bill)
    if (!next) throw refusal('bill_date_over')
    await sql`
      update bills set due_on = ${next}, tries = 0, next_try_at = ${clock.businessNow()}, last_error = null
      where id = ${bill.id}`
    return { Date: next }
  })
}

type LockedBill = { id: bigint; type: string; state: string; firstOn: string; dueOn: string }

/** Waits for a payment that is under way. Another's bill and an unknown one are the same. */
async function lockBill(sql: Sql, customerId: bigint, publicId: string): Promise<LockedBill> {
  const [bill] = uuid.test(publicId)
    ? await sql<LockedBill>`
        select id, type, state, first_on as "firstOn", due_on as "dueOn" from bills
        where public_id = ${publicId} and customer_id = ${customerId} and state <> 'cancelled'
        for update`
    : []
  if (!bill) throw new Failure('not_yours', messages.billUnknown)
  return bill
}

async function notDue(sql: Sql, billId: bigint, date: string): Promise<Failure> {
  const paid = await sql`
    select 1 from bill_payments p join transactions t on t.id = p.transaction_id
    where p.bill_id = ${billId} and p.due_on = ${date} and p.paid and t.state <> 'failed'`
  return refusal(paid.length > 0 ? 'bill_date_paid' : 'bill_date_over')
}
