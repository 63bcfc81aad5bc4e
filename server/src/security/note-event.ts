import type { SecurityEventKind } from '@passbook/contract'
import { afterCommit, part, type Sql, type SqlPart } from '#db/db.ts'
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

const perKindAnHour = 60

/**
 * Writes to the security log what a stranger can make happen as often as he likes: one of a kind and
 * network in a minute, and so many of a kind in an hour. What is left out is not even counted.
 */
export async function noteOften(sql: Sql, event: SecurityEvent): Promise<void> {
  const { customerId, kind, at, caller } = event
  const before = (seconds: number) => new Date(at.getTime() - seconds * 1000)
  await write(
    sql,
    event,
    part`(
      select count(*) < ${perKindAnHour} and count(*) filter (
        where address = ${caller?.network ?? ''} and at > ${before(60)}) = 0
      from (select address, at from security_events
        where customer_id = ${customerId} and kind = ${kind} and at > ${before(3600)}
        order by id desc limit ${perKindAnHour}) last)`,
  )
}

/** Writes to the security log, in the transaction of what happened: either both are there or none. */
export async function noteEvent(sql: Sql, event: SecurityEvent): Promise<void> {
  await write(sql, event, part`true`)
}

async function write(sql: Sql, event: SecurityEvent, wanted: SqlPart): Promise<void> {
  const { customerId, kind, at, caller, by = 'customer', detail = '' } = event
  // For nobody the statement is the same and writes nothing: which one runs must not tell who exists.
  const rows = await sql`
    insert into security_events(customer_id, kind, by, agent, address, detail, at)
    select id, ${kind}::text, ${by}::text, ${caller?.agent ?? ''}::text,
      ${caller?.network ?? ''}::text, ${detail}::text, ${at}::timestamptz
    from customers where id = ${customerId} and ${wanted} returning 1`
  if (rows.length > 0) countEvent(sql, kind)
}

const written = new Map<SecurityEventKind, number>()

/** Counts one that an SQL function wrote, once that is committed. */
export function countEvent(sql: Sql, kind: SecurityEventKind): void {
  afterCommit(sql, () => written.set(kind, (written.get(kind) ?? 0) + 1))
}

/** How often this process has written each kind; what SQL functions write by themselves is not in it. */
export const eventCounts = (): ReadonlyMap<string, number> => written
