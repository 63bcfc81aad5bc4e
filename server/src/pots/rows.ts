import {
  type CurrencyCode,
  limits,
  messages,
  type Pot,
  potPercent,
  potPerMonth,
  uuid,
} from '@passbook/contract'
import { part, type Sql, type SqlPart } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import type { PotMoveKind } from '#ledger/earmark.ts'

/** How many moves a pot is shown with. */
const movesShown = 12

export type PotRow = {
  id: bigint
  publicId: string
  accountId: bigint
  name: string
  picture: string
  colour: string
  balanceMinor: bigint
  goalMinor: bigint | null
  goalOn: string | null
  roundUps: boolean
  createdAt: Date
  isClosed: boolean
  accountPublicId: string
  accountName: string
  accountNumber: string
  currency: CurrencyCode
  availableMinor: bigint
}

/** A customer's pots, the oldest first. */
export async function readPots(sql: Sql, ownerId: bigint, which: SqlPart): Promise<PotRow[]> {
  return sql<PotRow>`
    select p.id, p.public_id as "publicId", p.account_id as "accountId", p.name, p.picture, p.colour,
      p.balance_minor as "balanceMinor", p.goal_minor as "goalMinor", p.goal_on as "goalOn",
      p.round_ups as "roundUps", p.created_at as "createdAt", p.closed_at is not null as "isClosed",
      l.public_id as "accountPublicId", a.name as "accountName", a.number as "accountNumber",
      l.currency, l.balance_minor - l.held_minor as "availableMinor"
    from pots p join accounts a on a.account_id = p.account_id
      join ledger_accounts l on l.id = p.account_id
    where p.owner_id = ${ownerId} and ${which}
    order by p.id limit ${limits.potsMax}`
}

/** One of the customer's pots. Another's and an unknown one are the same. */
export async function readPot(sql: Sql, ownerId: bigint, publicId: string): Promise<PotRow> {
  const [pot] = uuid.test(publicId)
    ? await readPots(sql, ownerId, part`p.public_id = ${publicId}`)
    : []
  if (!pot) throw new Failure('not_yours', messages.potUnknown)
  return pot
}

type MoveRow = { potId: bigint; amountMinor: bigint; kind: PotMoveKind; at: Date }
type OrderRow = {
  potId: bigint
  publicId: string
  amountMinor: bigint
  every: string
  state: string
  dueOn: string
}

/** Pots in the contract's words, with what pays into them and what moved last. */
export async function showPots(bank: Bank, sql: Sql, rows: readonly PotRow[]): Promise<Pot[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const moves = await sql<MoveRow>`
    select m.pot_id as "potId", m.amount_minor as "amountMinor", m.kind, m.at
    from unnest(${ids}::int8[]) u(id) cross join lateral (
      select * from pot_moves where pot_id = u.id order by move desc limit ${movesShown}) m
    order by m.pot_id, m.move desc`
  const orders = await sql<OrderRow>`
    select o.pot_id as "potId", o.public_id as "publicId", o.amount_minor as "amountMinor", o.every,
      o.state, d.due_on as "dueOn"
    from orders o join orders_due d on d.order_id = o.id and d.state in ('waiting', 'paused')
    where o.pot_id = any(${ids}::int8[]) order by d.due_on, o.id`
  const { day: today } = momentOf(bank)
  return rows.map((row) => ({
    ...show(row, today),
    Orders: orders
      .filter(({ potId }) => potId === row.id)
      .map(({ publicId, amountMinor, every, state, dueOn }) => ({
        ...{ Id: publicId, Amount: amountMinor, Every: every, State: state, Next: dueOn },
      })),
    Moves: moves
      .filter(({ potId }) => potId === row.id)
      .map(({ amountMinor, kind, at }) => ({ Amount: amountMinor, Kind: kind, At: at })),
  }))
}

function show(row: PotRow, today: string): Omit<Pot, 'Orders' | 'Moves'> {
  const { goalOn } = row
  return {
    Id: row.publicId,
    Name: row.name,
    Picture: row.picture,
    Colour: row.colour,
    Balance: row.balanceMinor,
    Goal: row.goalMinor,
    Date: goalOn,
    Percent: potPercent(row),
    PerMonth: potPerMonth(row, { today, goalOn }),
    RoundUps: row.roundUps,
    Created: row.createdAt,
    Account: {
      Id: row.accountPublicId,
      Name: row.accountName,
      Number: row.accountNumber,
      Currency: { Code: row.currency },
      AvailableBalance: row.availableMinor,
    },
  }
}
