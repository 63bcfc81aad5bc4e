import { dayIn } from '@passbook/contract'
import { json, type Sql } from '#db/db.ts'
import { dayAfter, monthLater } from '#kernel/calendar.ts'
import type { Bank } from '#kernel/context.ts'
import { earmark } from '#ledger/earmark.ts'
import type { Cast } from './history.ts'

const dayMs = 86_400_000
const monthlyMinor = 150_00n

type Moved = { amountMinor: bigint; kind: 'customer' | 'order'; at: Date }

/**
 * What Ada has set aside: for a journey, by a standing order of every month, and what her
 * payments were rounded up by.
 */
export async function keepPots(
  { config }: Pick<Bank, 'config'>,
  sql: Sql,
  { daily, savings }: Cast,
  now: Date,
): Promise<void> {
  const today = dayIn(now, config.bankZone)
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  const [journey] = await sql<{ id: bigint }>`
    insert into pots(owner_id, account_id, name, picture, colour, goal_minor, goal_on, created_at)
    values (${savings.ownerId}, ${savings.id}, 'Japan in spring', 'travel', 'violet', 320000,
      ${dayAfter(today, 240)}, ${ago(190)})
    returning id`
  const [small] = await sql<{ id: bigint }>`
    insert into pots(owner_id, account_id, name, picture, colour, round_ups, created_at)
    values (${daily.ownerId}, ${daily.id}, 'Small change', 'piggy-bank', 'teal', true, ${ago(120)})
    returning id`
  if (!journey || !small) throw new Error('a pot that is made has an id')
  const { ownerId } = savings
  const dates = paidOn(today)
  const moves: Moved[] = [
    { amountMinor: 600_00n, kind: 'customer', at: ago(190) },
    { amountMinor: -80_00n, kind: 'customer', at: ago(12) },
    ...dates.map((date): Moved => {
      const at = new Date(`${date}T06:00:00Z`)
      return { amountMinor: monthlyMinor, kind: 'order', at }
    }),
  ]
  for (const move of moves.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    await earmark(sql, { ownerId, potId: journey.id, ...move })
  }
  const change = { ownerId: daily.ownerId, potId: small.id }
  await earmark(sql, { ...change, amountMinor: 100_00n, kind: 'customer', at: ago(120) })
  for (const [at, amountMinor] of [45n, 12n, 80n, 5n, 51n, 36n].entries()) {
    await earmark(sql, { ...change, amountMinor, kind: 'round-up', at: ago(40 - at * 6) })
  }
  await order(sql, { ownerId, accountId: savings.id, potId: journey.id, dates, now })
}

/** A date of every month, the last one before today. */
function paidOn(today: string): string[] {
  const first = dayAfter(today, -155)
  const dates = []
  for (let date = first; date < today; date = monthLater(first, date)) dates.push(date)
  return dates
}

type Order = { ownerId: bigint; accountId: bigint; potId: bigint; dates: string[]; now: Date }

/** What has paid on these dates, and goes on. */
async function order(sql: Sql, { ownerId, accountId, potId, dates, now }: Order): Promise<void> {
  const [firstOn = ''] = dates
  const next = monthLater(firstOn, dates.at(-1) ?? firstOn)
  const line = {
    ...{ purpose: 'transfer', method: 'pot', gateway: 'passbook', same: true },
    ...{ ownAccount: true, name: 'Japan in spring', description: '' },
  }
  const [made] = await sql<{ id: bigint }>`
    insert into orders(customer_id, account_id, kind, pot_id, line, amount_minor, above, every,
      first_on, state, created_at, changed_at)
    values (${ownerId}, ${accountId}, 'pot', ${potId}, ${json(line)}, ${monthlyMinor}, false,
      'monthly', ${firstOn}, 'active', ${now}, ${now})
    returning id`
  if (!made) throw new Error('an order that is kept has an id')
  await sql`
    insert into orders_due(order_id, due_on, state, next_try_at)
    select ${made.id}, date, case when date = ${next} then 'waiting' else 'paid' end, ${now}
    from unnest(${[...dates, next]}::date[]) date`
}
