import { messages } from '@passbook/contract'
import { batching } from '#batching.ts'
import type { Sql } from '#db/db.ts'
import { Failure } from '#failure.ts'
import type { HeldAccount } from './accounts.ts'

/** An open account of anybody, with who holds it. */
export type FoundAccount = HeldAccount & { ownerId: bigint; holder: string }

/** Accounts by their ids on the wire and by their numbers. */
type Wanted = { publicIds: readonly string[]; numbers: readonly string[] }

export type FindAccounts = (wanted: Wanted) => Promise<FoundAccount[]>

/** Looks accounts up for whoever asks at the same time, in one query. */
export function makeFindAccounts(sql: Sql, { max }: { max: number }): FindAccounts {
  return batching({ max, run: (asked: Wanted[]) => findAll(sql, asked) })
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function findAll(sql: Sql, asked: Wanted[]): Promise<FoundAccount[][]> {
  const publicIds = asked.flatMap((one) => one.publicIds).filter((id) => uuid.test(id))
  const numbers = asked.flatMap((one) => one.numbers)
  const rows = await sql<FoundAccount>`
    select a.account_id as id, l.public_id as "publicId", a.number, a.name, a.type, l.currency,
      l.balance_minor as "balanceMinor", l.balance_minor - l.held_minor as "availableMinor",
      a.owner_id as "ownerId", c.first_name || ' ' || c.last_name as holder
    from (
      select id from ledger_accounts where public_id = any(${publicIds}::uuid[])
      union select account_id from accounts where number = any(${numbers}::text[])
    ) wanted
    join ledger_accounts l on l.id = wanted.id
    join accounts a on a.account_id = l.id
    join customers c on c.id = a.owner_id
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

/** One's own among these. Another's and an unknown one get the same answer. */
export function ownOf(found: FoundAccount[], ownerId: bigint, publicId: string): FoundAccount {
  const own = found.find((one) => one.publicId === publicId && one.ownerId === ownerId)
  if (!own) throw new Failure('not_yours', messages.accountNotYours)
  return own
}
