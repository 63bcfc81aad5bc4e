import { messages } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { Failure } from '#kernel/failure.ts'
import { type Answer, posted } from './ledger.ts'

/** Who moved it: the customer, a payment that was rounded up, a standing order, or the closing. */
export type PotMoveKind = 'customer' | 'round-up' | 'order' | 'close'

type PotMove = {
  ownerId: bigint
  potId: bigint
  /** Above zero into the pot, below zero out of it. */
  amountMinor: bigint
  kind: Exclude<PotMoveKind, 'close'>
  /** The same key of the same kind moves once, for ever. */
  onceKey?: string | undefined
  at: Date
}

/** Sets money aside in a pot, or frees it. Whatever is refused has changed nothing. */
export async function earmark(sql: Sql, move: PotMove): Promise<{ replayed: boolean }> {
  const { ownerId, potId, amountMinor, kind, onceKey = null, at } = move
  const rows = await sql<Answer>`
    select pot_move(${ownerId}, ${potId}, ${amountMinor}, ${kind}, ${onceKey}, ${at}) as answer`
  return answered(rows)
}

/** Closes a pot and frees what is in it; again and again with the same answer. */
export async function endPot(
  sql: Sql,
  { ownerId, potId, at }: Pick<PotMove, 'ownerId' | 'potId' | 'at'>,
): Promise<void> {
  answered(await sql<Answer>`select pot_close(${ownerId}, ${potId}, ${at}) as answer`)
}

function answered(rows: Answer[]): { replayed: boolean } {
  if (rows[0]?.answer.code === 'not_yours') throw new Failure('not_yours', messages.potUnknown)
  return { replayed: posted(rows).replayed }
}

type Line = { accountId: bigint; line: bigint }

/**
 * Notes payments that a pot gathers what they are rounded up by, in the transaction that tells of
 * them: a process that dies leaves both for the next. Answers how many.
 */
export async function noteRoundUps(sql: Sql, lines: readonly Line[]): Promise<number> {
  if (lines.length === 0) return 0
  const noted = await sql`
    insert into round_ups_due(account_id, line)
    select u.account, u.line
    from unnest(${lines.map(({ accountId }) => accountId)}::int8[],
      ${lines.map(({ line }) => line)}::int8[]) u(account, line)
    where exists (select from pots p where p.account_id = u.account and p.round_ups)
    on conflict do nothing returning 1`
  return noted.length
}

const groupSize = 200

/**
 * Rounds up payments that were noted; in the order of their accounts, as all who lock several do.
 * Answers how many were taken, and whose pots have more than before.
 */
export async function roundUp(
  sql: Sql,
  at: Date,
): Promise<{ taken: number; customerIds: Set<bigint> }> {
  const due = await sql<Line>`
    with due as materialized (
      select account_id, line from round_ups_due order by account_id, line
      limit ${groupSize} for update skip locked)
    delete from round_ups_due r using due
    where r.account_id = due.account_id and r.line = due.line
    returning r.account_id as "accountId", r.line`
  const customerIds = new Set<bigint>()
  const inOrder = due.sort((a, b) => Number(a.accountId - b.accountId || a.line - b.line))
  for (const { accountId, line } of inOrder) {
    const [row] = await sql<{ owner: bigint | null }>`
      select pot_round_up(${accountId}, ${line}, ${at}) as owner`
    if (row?.owner != null) customerIds.add(row.owner)
  }
  return { taken: due.length, customerIds }
}
