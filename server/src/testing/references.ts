import { expect } from 'vitest'
import type { Sql } from '#db/db.ts'

type Table =
  | 'transfers'
  | 'loans'
  | 'loan_payments'
  | 'card_payments'
  | 'bill_payments'
  | 'orders_due'
  | 'interest_periods'
  | 'notifications'
  | 'passkey_approvals'

/** Expects every row of these tables that names a transaction to say where it lies, and some to be there. */
export async function expectPlaced(sql: Sql, ...tables: Table[]): Promise<void> {
  const rows = await sql<{ table: Table; named: number; placed: number }>`
    select r.table, count(*)::int4 as named,
      count(*) filter (where r.account_id = t.account_id and r.line = t.line)::int4 as placed
    from (
      select 'transfers' as table, transaction_id, account_id, line from transfers
      union all select 'loans', transaction_id, account_id, line from loans
      union all select 'card_payments', transaction_id, account_id, line from card_payments
      union all select 'loan_payments', transaction_id, account_id, line from loan_payments
      union all select 'bill_payments', transaction_id, account_id, line from bill_payments
      union all select 'orders_due', transaction_id, account_id, line from orders_due
      union all select 'interest_periods', transaction_id, account_id, line from interest_periods
      union all select 'notifications', transaction_id, account_id, line from notifications
      union all select 'passkey_approvals', transaction_id, account_id, line from passkey_approvals
    ) r join transactions t on t.id = r.transaction_id
    group by r.table`
  for (const table of tables) {
    const found = rows.find((row) => row.table === table)
    expect(found?.named, table).toBeGreaterThan(0)
    expect(found?.placed, table).toBe(found?.named)
  }
}
