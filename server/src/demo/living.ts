import { dayIn } from '@passbook/contract'
import { accountsOf } from '#accounts/accounts.ts'
import { authorise, capture } from '#card-controls/payments.ts'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { nameKey } from '#kernel/name-key.ts'
import { randomFrom } from '#kernel/random.ts'
import * as ledger from '#ledger/ledger.ts'
import { owedNow, repayLoan } from '#loans/decide.ts'
import type { Cast } from './history.ts'
import { payees } from './outside-payees.ts'
import { people } from './people.ts'
import { type Purchase, purchasesOf } from './spending.ts'
import { asOf, type Event, entryOf, type Stage } from './year.ts'

const dayMs = 86_400_000
const seed = 20_240_305

/** The day of the month on which the demo customers get their wages. */
export const payDay = 1

/**
 * What happens on a day of the demo customers' own accord: what they are paid, what they buy and what
 * they send each other. Their bills and standing orders are the bank's affair. The same day brings the
 * same, whenever it is passed.
 */
function livingOf(cast: Cast, day: string): Deed[] {
  const at = (hour: number, minute: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 + minute * 60_000)
  const number = Math.floor(Date.parse(day) / dayMs)
  const { daily, business } = cast
  const events: Deed[] = purchasesOf(cast, at, randomFrom(seed + number))
  if (Number(day.slice(8)) === payDay) {
    events.push(wage(daily, 4_200_00n, 'Northwind Studio', at(5, 30)))
    events.push(wage(business, 5_350_00n, 'Severn Bridgeworks', at(5, 30)))
  }
  if (Number(day.slice(8)) === 21) {
    events.push({ kind: 'repay', at: at(17, 5), account: daily, amountMinor: 180_00n })
  }
  if (number % 19 === 0) events.push(incoming(daily, 32_50n, at(11, 40)))
  const friends = { kind: 'local', from: daily, to: business } as const
  if (number % 23 === 0) {
    const note = adasNotes[(number / 23) % adasNotes.length] ?? ''
    events.push({ ...friends, at: at(19, 12), amountMinor: 85_00n, note })
  } else if (number % 31 === 0) {
    const note = jonasNotes[(number / 31) % jonasNotes.length] ?? ''
    const back = { ...friends, from: business, to: daily }
    events.push({ ...back, at: at(20, 41), amountMinor: 120_00n, note })
  }
  return events
}

const adasNotes = ['Theatre and supper', 'Half of the ferry', 'Present for Abena', 'Tickets, row C']
const jonasNotes = ['Thanks for the logo', 'Lunch on Sunday', 'Posters for the fair']

type Credit = Extract<Event, { kind: 'credit' }>

const wage = (to: Stage, amountMinor: bigint, name: string, at: Date): Credit => ({
  ...{ kind: 'credit', at, to, amountMinor, rail: 'clearing' },
  line: { purpose: 'transfer', method: 'bank', gateway: 'clearing', name, description: 'Salary' },
})

const incoming = (to: Stage, amountMinor: bigint, at: Date): Credit => ({
  ...{ kind: 'credit', at, to, amountMinor, rail: 'clearing' },
  line: {
    ...{ purpose: 'transfer', method: 'bank', gateway: 'clearing' },
    ...{ name: payees.flatmate.name, description: 'Groceries, my half' },
  },
})

/** What Ada pays back of her loan every month, unless she has it paid back by itself. */
type Repayment = { kind: 'repay'; at: Date; account: Stage; amountMinor: bigint }

type Deed = Exclude<Event, { kind: 'repay' }> | Purchase | Repayment

type Lived = { cast: Cast; cards: Map<bigint, string>; still: Set<bigint> }

/** Plays what the demo customers do after one moment and up to another, in the caller's transaction. */
export type Live = (sql: Sql, span: { from: Date; to: Date }) => Promise<void>

/** Makes what does that. Who lives, and with which cards, is looked up once a day. */
export function makeLive(bank: Bank): Live {
  let read: { day: string; lived: Lived | undefined } | undefined
  return async (sql, span) => {
    const day = span.to.toISOString().slice(0, 10)
    if (read?.day !== day) read = { day, lived: await readLived(sql) }
    if (read.lived) await playSpan(bank, sql, read.lived, span)
  }
}

async function playSpan(
  bank: Bank,
  sql: Sql,
  lived: Lived,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const days: string[] = []
  for (let ms = from.getTime(); ms < to.getTime() + dayMs; ms += dayMs) {
    days.push(new Date(Math.min(ms, to.getTime())).toISOString().slice(0, 10))
  }
  const events = [...new Set(days)]
    .flatMap((day) => livingOf(lived.cast, day))
    .filter(({ at }) => at > from && at <= to)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
  for (const event of events) await play(bank, sql, event, lived)
}

/** Money that is missing, a card that is frozen, an account that is closed: then it does not happen. */
async function play(bank: Bank, sql: Sql, event: Deed, lived: Lived): Promise<void> {
  const then = asOf(bank, sql, event.at)
  if (event.kind === 'purchase') {
    const cardId = lived.cards.get(event.from.id)
    if (cardId === undefined) return
    const { amountMinor, shop: merchant } = event
    const asked = { cardId, amountMinor, merchant, online: false, abroad: false }
    const { id, refused } = await authorise(then, sql, asked)
    if (refused === null) await capture(then, sql, { id })
    return
  }
  if (event.kind === 'repay') return repay(then, sql, event)
  if (event.kind === 'local' && lived.still.has(event.from.ownerId)) return
  const moment = { at: event.at, day: dayIn(event.at, bank.config.bankZone) }
  const entry = await entryOf(sql, event, moment)
  if (entry) await ledger.postMany(sql, [entry], moment)
}

async function repay(bank: Bank, sql: Sql, { account, amountMinor }: Repayment): Promise<void> {
  const [loan] = await sql<{ id: string }>`
    select public_id as id from loans
    where customer_id = ${account.ownerId} and state = 'active' and auto_account_id is null
    order by id limit 1`
  if (!loan) return
  const owedMinor = await owedNow(bank, sql, loan.id)
  const wanted = owedMinor < amountMinor ? owedMinor : amountMinor
  await repayLoan(bank, sql, { id: loan.id, amountMinor: wanted }).catch((error: unknown) => {
    // A refusal of the ledger leaves nothing behind, so this transaction can go on.
    if (!(error instanceof Failure)) throw error
  })
}

/** The demo customers with their first accounts, the cards that pay, and who lets nothing out. */
async function readLived(sql: Sql): Promise<Lived | undefined> {
  const keys = [people.demo, people.secure].map(({ customer }) => nameKey(customer.username))
  const rows = await sql<{ id: bigint; name: string; still: boolean }>`
    select id, first_name || ' ' || last_name as name,
      blocked or not allow_transfer or frozen_at is not null as still
    from customers where username_key = any(${keys}::text[]) and demo_state is not null
    order by array_position(${keys}::text[], username_key)`
  const stages: Stage[][] = []
  for (const { id, name } of rows) {
    const accounts = await accountsOf(sql, id, { withClosed: true })
    stages.push(accounts.map((one) => ({ ...one, ownerName: name, ownerId: id })))
  }
  const [[daily, savings, euros] = [], [business, pounds, lira] = []] = stages
  if (!daily || !savings || !euros || !business || !pounds || !lira) return undefined
  const cards = await sql<{ id: string; accountId: bigint }>`
    select distinct on (account_id) id, account_id as "accountId" from cards
    where account_id = any(${[daily.id, business.id]}::int8[]) and state <> 'lost'
    order by account_id, issued_at desc`
  return {
    cast: { daily, savings, euros, business, pounds, lira },
    cards: new Map(cards.map(({ id, accountId }) => [accountId, id])),
    still: new Set(rows.filter(({ still }) => still).map(({ id }) => id)),
  }
}
