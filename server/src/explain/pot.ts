import { messages, uuid } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { type Asked, type Figure, type Part, type Scene, wrongPage } from './figure.ts'

const movesPerPage = 50
const movesPerRead = 1_000

/** What is in a pot: all that went in less all that came out. */
export const pot: Figure = {
  async read({ sql, bank, customer }, asked, after) {
    if (after && after.kind !== 'move') throw wrongPage()
    const { id, name, currency, balanceMinor, moves } = await findPot(sql, customer, asked)
    const above = after ? BigInt(after.key) : moves + 1n
    const top = above > moves ? moves : above - 1n
    const parts = await movesOf(sql, bank, { id, top, count: movesPerPage })
    // Moves are numbered from 1 without a gap.
    const bottom = top - BigInt(parts.length) + 1n
    const next = bottom > 1n && parts.length > 0 ? { kind: 'move', key: String(bottom) } : null
    return { label: name, currency, totalMinor: balanceMinor, parts, next }
  },
}

/**
 * The same with all its moves, some at a time and without a transaction that lasts: a move never
 * changes, so those up to the one that was the last at first come to what was in the pot then.
 */
export async function everyMove(bank: Bank, customer: Scene['customer'], asked: Asked) {
  const { sql } = bank.db
  const { id, currency, balanceMinor, moves } = await findPot(sql, customer, asked)
  async function* groups(): AsyncGenerator<Part[]> {
    for (let top = moves; top > 0n; top -= BigInt(movesPerRead)) {
      yield await movesOf(sql, bank, { id, top, count: movesPerRead })
    }
  }
  return { currency, totalMinor: balanceMinor, groups: groups() }
}

/** What is set aside in all pots of the accounts in a currency. */
export const pots: Figure = {
  async read({ sql, customer }, { currency = '' }) {
    const found = await sql<{ id: string; name: string; balanceMinor: bigint }>`
      select p.public_id as id, p.name, p.balance_minor as "balanceMinor"
      from pots p join ledger_accounts l on l.id = p.account_id
      where p.owner_id = ${customer.id} and p.closed_at is null and l.currency = ${currency}
      order by p.id desc`
    return {
      currency,
      totalMinor: found.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0n),
      parts: found.map(({ id, name, balanceMinor }) => ({
        ...{ Kind: 'pot', On: null, Text: name, Amount: balanceMinor, Reference: null },
        Parts: { figure: 'pot', pot: id },
      })),
      next: null,
    }
  },
}

type Found = { id: bigint; name: string; currency: string; balanceMinor: bigint; moves: bigint }

async function findPot(sql: Sql, customer: Scene['customer'], { pot: id = '' }: Asked) {
  const [found] = uuid.test(id)
    ? await sql<Found>`
        select p.id, p.name, l.currency, p.balance_minor as "balanceMinor", p.moves
        from pots p join ledger_accounts l on l.id = p.account_id
        where p.public_id = ${id} and p.owner_id = ${customer.id} and p.closed_at is null`
    : []
  if (!found) throw new Failure('not_yours', messages.potUnknown, { field: 'pot' })
  return found
}

/** Newest first, from the move `top` on. */
async function movesOf(
  sql: Sql,
  { config }: Bank,
  { id, top, count }: { id: bigint; top: bigint; count: number },
): Promise<Part[]> {
  const moves = await sql<{ kind: string; day: string; amountMinor: bigint }>`
    select kind, (at at time zone ${config.bankZone})::date as day, amount_minor as "amountMinor"
    from pot_moves where pot_id = ${id} and move <= ${top}
    order by move desc limit ${count}`
  return moves.map(({ kind, day, amountMinor }) => ({
    ...{ Kind: 'move', On: day, Text: kind, Amount: amountMinor, Parts: null, Reference: null },
  }))
}
