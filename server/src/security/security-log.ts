import type { Output, securityEvents } from '@passbook/contract'
import type { Sql } from '#db/db.ts'

const perPage = 20
// A count costs what it counts, and a stranger can add lines: the pages end here.
const countedMax = 10_000

/** One page of a customer's security log, newest first. */
export async function securityLog(
  sql: Sql,
  customerId: bigint,
  page: number,
): Promise<Output<typeof securityEvents>> {
  const rows = await sql<Output<typeof securityEvents>['List'][number]>`
    select id::text as "Id", kind as "Kind", by as "By", agent as "Device", address as "Address",
      detail as "Detail", at as "At"
    from security_events where customer_id = ${customerId}
    order by id desc limit ${perPage} offset ${(page - 1) * perPage}`
  const [sum] = await sql<{ total: number }>`
    select count(*)::int4 as total from (
      select from security_events where customer_id = ${customerId} limit ${countedMax}) newest`
  const total = sum?.total ?? 0
  return { List: rows, Meta: { PageSize: Math.ceil(total / perPage), Total: total } }
}
