import { json, type Sql } from '#db/db.ts'
import type { Waiting } from '#kernel/context.ts'
import type { Moment, PostedLine } from '#ledger/ledger.ts'

/** What waits for a rail, as the functions read it. */
export const waitingJson = ({ rail, payee, toAccountId, dueAt, undoUntil }: Waiting) => ({
  rail,
  payee,
  to_account: toAccountId,
  due_at: dueAt,
  undo_until: undoUntil,
})

type Held = Pick<Moment, 'day'> & {
  customerId: bigint
  usdMinor: bigint
  review: boolean
  transfer: Waiting & { stranger?: boolean; orderedAt?: Date }
}

/** Writes the transfer of a line whose money is held already, for a rail to pay. */
export async function waitForRail(
  sql: Sql,
  { id, accountId: account, line }: PostedLine,
  { customerId, usdMinor, day, review, transfer }: Held,
): Promise<void> {
  const { stranger, orderedAt: ordered_at } = transfer
  await sql`
    select transfers_wait(${[customerId]}::int8[], ${[usdMinor]}::int8[], ${[day]}::date[],
      array[${json({ ...waitingJson(transfer), stranger, ordered_at })}::jsonb],
      ${[review]}::bool[], array[${json({ lines: [{ id, account, line }] })}::jsonb])`
}
