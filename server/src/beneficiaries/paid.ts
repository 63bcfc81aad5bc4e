import { json, type Sql } from '#db/db.ts'
import type { Clock } from '#kernel/clock.ts'
import { type LineDetails, lineJson } from '#ledger/ledger.ts'

/** A debit of a customer, as far as it tells whom it pays. */
type Payment = { customerId: bigint; line: LineDetails }

/** Whether the customer has paid this payee before; see the function payee_is_known. */
export async function hasPaidBefore(sql: Sql, { customerId, line }: Payment): Promise<boolean> {
  const [row] = await sql<{ known: boolean }>`
    select payee_is_known(${customerId}, payee_key(${json(lineJson(line))})) as known`
  return row?.known === true
}

/**
 * Writes down whom payments have gone to, in the transaction that moves their money. By the real time:
 * whether a payee was known before a change that a thief would make is a question of security.
 */
export async function notePaid(
  sql: Sql,
  payments: readonly Payment[],
  { clock }: { clock: Clock },
): Promise<void> {
  await sql`
    select payees_paid(${payments.map(({ customerId }) => customerId)}::int8[], array(
        select jsonb_array_elements(${json(payments.map(({ line }) => lineJson(line)))})),
      ${payments.map(() => clock.now())}::timestamptz[])`
}
