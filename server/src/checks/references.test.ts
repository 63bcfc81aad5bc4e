import { expect, test } from 'vitest'
import { testDb } from '#testing/test-db.ts'

const { sql } = await testDb()

// Once a bank is divided, an id alone says nothing about the database that has the line.
test('every table that names a transaction has columns for where its line lies', async () => {
  const tables = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text) as columns
    from information_schema.columns where table_schema = current_schema()
    group by table_name having bool_or(column_name = 'transaction_id') order by table_name`
  expect(tables.map(({ table }) => table)).toEqual([
    'bill_payments',
    'card_payments',
    'interest_periods',
    'loan_payments',
    'loans',
    'notifications',
    'orders_due',
    'passkey_approvals',
    'transfers',
  ])
  for (const { table, columns } of tables) {
    expect(columns, table).toEqual(expect.arrayContaining(['account_id', 'line']))
  }
})
