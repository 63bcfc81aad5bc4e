import { uuid } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { type BatchLimits, batching } from '#kernel/batching.ts'
import type { FindAccounts, FoundAccount, WantedAccounts } from '#kernel/context.ts'
import { missLimits } from '#limits/lookups.ts'
import { notYours } from './accounts.ts'

/** Looks accounts up for whoever asks at the same time, in one query. */
export function makeFindAccounts(sql: Sql, limits: BatchLimits): FindAccounts {
  return batching({ ...limits, run: (asked: WantedAccounts[]) => findAll(sql, asked) })
}

async function findAll(sql: Sql, asked: WantedAccounts[]): Promise<FoundAccount[][]> {
  const publicIds = asked.flatMap((one) => one.publicIds).filter((id) => uuid.test(id))
  const numbers = asked.flatMap((one) => one.numbers)
  const { hour, day } = missLimits
  const rows = await sql<FoundAccount>`
    select a.account_id as id, l.public_id as "publicId", a.number, a.name, a.type, l.currency,
      l.balance_minor as "balanceMinor", l.balance_minor - l.held_minor as "availableMinor",
      a.owner_id as "ownerId", c.first_name || ' ' || c.last_name as holder,
      greatest(
        (select ends_at from attempts
         where bucket = ${hour.bucket}::text || a.owner_id and count >= ${hour.max}::int limit 1),
        (select ends_at from attempts
         where bucket = ${day.bucket}::text || a.owner_id and count >= ${day.max}::int limit 1)
      ) as "missesUntil"
    from (
      select asked.id, null as number from unnest(${publicIds}::uuid[]) asked(id)
      union all select null, asked.number from unnest(${numbers}::text[]) asked(number)
    ) asked
    -- Each by the index: for a few rows a plan over whole tables costs more than all of them.
    left join lateral (select * from ledger_accounts where public_id = asked.id limit 1) named on true
    cross join lateral (
      select * from accounts where account_id = named.id and asked.number is null
      union all select * from accounts where number = asked.number limit 1
    ) a
    cross join lateral (select * from ledger_accounts where id = a.account_id limit 1) l
    cross join lateral (select * from customers where id = a.owner_id limit 1) c
    where l.closed_at is null`
  const byId = new Map(rows.map((row) => [row.publicId, row]))
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return asked.map((one) => [
    ...new Set([
      ...one.publicIds.flatMap((id) => byId.get(id) ?? []),
      ...one.numbers.flatMap((number) => byNumber.get(number) ?? []),
    ]),
  ])
}

/** One's own among these. Another's and an unknown one get the same answer, which names the field. */
export function ownOf(
  found: FoundAccount[],
  ownerId: bigint,
  publicId: string,
  field: string,
): FoundAccount {
  const own = found.find((one) => one.publicId === publicId && one.ownerId === ownerId)
  if (!own) throw notYours(field)
  return own
}
