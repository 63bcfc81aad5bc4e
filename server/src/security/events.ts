import type { SecurityEventKind } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import type { Caller } from '#kernel/caller.ts'

export type SecurityEvent = {
  customerId: bigint
  kind: SecurityEventKind
  at: Date
  /** Where it came from; nothing for what the bank or its operator did. */
  caller?: Caller | undefined
  /** `somebody` where it is not known that it was the customer: a wrong password, a mailed link. */
  by?: 'customer' | 'somebody' | 'operator' | 'bank'
  /** What a person should know besides, in words; never a secret. */
  detail?: string
}

/** Writes to the security log, in the transaction of what happened: either both are there or none. */
export async function noteEvent(sql: Sql, event: SecurityEvent): Promise<void> {
  const { customerId, kind, at, caller, by = 'customer', detail = '' } = event
  await sql`
    insert into security_events(customer_id, kind, by, agent, address, detail, at)
    values (${customerId}, ${kind}, ${by}, ${caller?.agent ?? ''}, ${caller?.address ?? ''},
      ${detail}, ${at})`
}
