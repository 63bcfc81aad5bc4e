import { json, type Sql } from '#db/db.ts'
import { type LineDetails, lineJson } from '#ledger/ledger.ts'

/** A debit of a customer, as far as it tells whom it pays. */
type Payment = { customerId: bigint; line: LineDetails }

/** Whether the customer has paid this payee before; see the function payee_is_known. */
export async function hasPaidBefore(sql: Sql, { customerId, line }: Payment): Promise<boolean> {
  const [row] = await sql<{ known: boolean }>`
    select payee_is_known(${customerId}, payee_key(${json(lineJson(line))})) as known`
  return row?.known === true
}

/** Writes down whom a payment has gone to, in the transaction that moves its money. */
export async function notePaid(
  sql: Sql,
  { customerId, line, at }: Payment & { at: Date },
): Promise<void> {
  await sql`
    select payees_paid(array[${customerId}::int8], array[${json(lineJson(line))}::jsonb],
      array[${at}::timestamptz])`
}
