import type { Sql } from '#db/db.ts'

/** A recipient as a customer keeps it. */
export type Recipient = {
  type: string
  accountNumber: string
  accountName: string
  bankName?: string
  swift?: string
  now: Date
}

/** Keeps a recipient; the same type and number is updated, never doubled. */
export async function saveRecipient(
  sql: Sql,
  customerId: bigint,
  { type, accountNumber, accountName, bankName = '', swift = '', now }: Recipient,
): Promise<void> {
  await sql`
    insert into beneficiaries(customer_id, type, account_number, account_name, bank_name, swift,
      created_at)
    values (${customerId}, ${type}, ${accountNumber}, ${accountName}, ${bankName}, ${swift}, ${now})
    on conflict (customer_id, type, account_number) do update
      set account_name = excluded.account_name, bank_name = excluded.bank_name,
        swift = excluded.swift`
}
