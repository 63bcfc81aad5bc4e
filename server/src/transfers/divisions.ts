import { type CurrencyCode, isAccountNumber } from '@passbook/contract'
import { json, type Sql } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { type Answer, lineJson, posted } from '#ledger/ledger.ts'
import { type Leaving, type Network, sandbox } from './rails.ts'

// A bank whose customers lie in several databases, its divisions. Money between two of them goes in
// two steps, as money to other banks does: it is held here, credited there under one idempotency
// key, and then settled here. See docs/scaling.md.

/** The databases of the other divisions, by name. */
export type Divisions = ReadonlyMap<string, Sql>

/** An account of another division as a payee: no balance, no type. */
export type DistantPayee = {
  division: string
  number: string
  holder: string
  currency: CurrencyCode
}

/** Where an account that is not here lies; undefined where in none of the other divisions. */
export type Directory = (number: string) => Promise<DistantPayee | undefined>

/**
 * A directory that asks one division after the other. That is good for a few of them; a bank of many
 * keeps account numbers in a reference table, which every division has a copy of.
 */
export function askedDirectory(divisions: Divisions): Directory {
  return async (number) => {
    if (!isAccountNumber(number)) return undefined
    for (const [division, sql] of divisions) {
      const [found] = await sql<Omit<DistantPayee, 'division'>>`
        select a.number, c.first_name || ' ' || c.last_name as holder, l.currency
        from accounts a join ledger_accounts l on l.id = a.account_id
          join customers c on c.id = a.owner_id
        where a.number = ${number} and l.closed_at is null`
      if (found) return { division, ...found }
    }
    return undefined
  }
}

/** What a transfer's row says of its payee. The division is fixed with the order, not looked up later. */
export const railPayeeOf = ({ division, number }: DistantPayee): string => `${division}:${number}`

/**
 * The way to the other divisions: the credit there is the network's answer. It is asked outside any
 * transaction of this division, and as often as it takes to get an answer. A division that cannot be
 * reached is no refusal: whether it has credited is not known then. All else goes `outside`.
 */
export function divisionNetwork(
  bank: Bank,
  divisions: Divisions,
  outside: Network = sandbox,
): Network {
  return async (leaving) => {
    if (leaving.rail !== 'division') return outside(leaving)
    const [, name = '', number = ''] = /^(.+):(\d+)$/.exec(leaving.payee) ?? []
    const there = divisions.get(name)
    if (!there) throw new Error(`There is no way to the division ${name}`)
    const sent = await readSent(bank.db.sql, leaving)
    try {
      posted(await credit(there, bank, { ...sent, number, amountMinor: leaving.amountMinor }))
      return { paid: true }
    } catch (error) {
      if (error instanceof Failure && isRefused(error.code)) return { refused: error.message }
      throw error
    }
  }
}

/** What division_credit remembers; any other failure says nothing about the money. */
const isRefused = (code: string) =>
  code === 'unknown_account' || code === 'account_closed' || code === 'currency_mismatch'

type Sent = {
  reference: string
  currency: CurrencyCode
  holder: string
  fromNumber: string
  description: string
}

/** What the payee is told of the payment. */
async function readSent(sql: Sql, { reference }: Leaving): Promise<Sent> {
  const [sent] = await sql<Sent>`
    select t.id as reference, l.currency, c.first_name || ' ' || c.last_name as holder,
      a.number as "fromNumber", t.description
    from transactions t join accounts a on a.account_id = t.account_id
      join customers c on c.id = a.owner_id join ledger_accounts l on l.id = t.account_id
    where t.id = ${reference}`
  if (!sent) throw new Error('a waiting transfer has a statement line')
  return sent
}

function credit(
  there: Sql,
  bank: Bank,
  order: Sent & { number: string; amountMinor: bigint },
): Promise<Answer[]> {
  const { reference, number, currency, amountMinor } = order
  const fingerprint = JSON.stringify(['division', number, currency, String(amountMinor)])
  const line = {
    purpose: 'transfer' as const,
    method: 'local',
    gateway: 'passbook',
    name: order.holder,
    accountNumber: order.fromNumber,
    description: order.description,
    same: true,
  }
  const { at, day } = momentOf(bank)
  return there<Answer>`
    select division_credit(${reference}, ${fingerprint}, ${number}, ${currency}, ${amountMinor},
      ${json(lineJson(line))}, ${at}, ${day}) as answer`
}
