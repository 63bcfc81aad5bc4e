import { messages, uuid } from '@passbook/contract'
import { Failure } from '#kernel/failure.ts'
import { type Figure, wrongPage } from './figure.ts'

const movesPerPage = 50

/** What is in a pot: all that went in less all that came out. */
export const pot: Figure = {
  of: 'pot',
  dated: false,
  async read({ sql, bank, customer }, { pot: id = '' }, after) {
    if (after && after.kind !== 'move') throw wrongPage()
    type Found = { id: bigint; name: string; currency: string; balanceMinor: bigint }
    const [found] = uuid.test(id)
      ? await sql<Found>`
          select p.id, p.name, l.currency, p.balance_minor as "balanceMinor"
          from pots p join ledger_accounts l on l.id = p.account_id
          where p.public_id = ${id} and p.owner_id = ${customer.id} and p.closed_at is null`
      : []
    if (!found) throw new Failure('not_yours', messages.potUnknown, { field: 'pot' })
    type Move = { move: bigint; kind: string; day: string; amountMinor: bigint }
    const moves = await sql<Move>`
      select move, kind, (at at time zone ${bank.config.bankZone})::date as day,
        amount_minor as "amountMinor"
      from pot_moves
      where pot_id = ${found.id} and move < coalesce(${after ? BigInt(after.key) : null}::int8,
        9223372036854775807)
      order by move desc limit ${movesPerPage + 1}`
    const shown = moves.slice(0, movesPerPage)
    const last = shown.at(-1)
    return {
      label: found.name,
      currency: found.currency,
      totalMinor: found.balanceMinor,
      parts: shown.map(({ kind, day, amountMinor }) => ({
        ...{ Kind: 'move', On: day, Text: kind, Amount: amountMinor, Parts: null, Reference: null },
      })),
      next: last && moves.length > shown.length ? { kind: 'move', key: String(last.move) } : null,
    }
  },
}
