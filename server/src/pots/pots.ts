import {
  type changePot,
  type Input,
  limits,
  type makePot,
  messages,
  type movePot,
  type Pot,
  type roundUpPot,
} from '@passbook/contract'
import { ownAccount } from '#accounts/accounts.ts'
import type { Customer } from '#auth/customers.ts'
import { isFrozen } from '#auth/outgoing.ts'
import { part, type Sql } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure, invalid, refusal } from '#kernel/failure.ts'
import { earmark, endPot } from '#ledger/earmark.ts'
import { spendAttempt } from '#limits/attempts.ts'
import { publishList } from '#notifications/publish.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { type PotRow, readPot, readPots, showPots } from './rows.ts'

/** Making and closing, or moving to and fro, in turn would fill the tables. */
const madePerHour = 120
const movedPerHour = 1200

export async function potsOf(bank: Bank, { id }: Customer): Promise<{ List: Pot[] }> {
  const rows = await readPots(bank.db.sql, id, part`p.closed_at is null`)
  return { List: await showPots(bank, bank.db.sql, rows) }
}

async function onePot(bank: Bank, { id }: Customer, publicId: string): Promise<Pot> {
  const [pot] = await showPots(bank, bank.db.sql, [await readPot(bank.db.sql, id, publicId)])
  if (!pot) throw new Error('a pot that is read can be shown')
  return pot
}

type Once = { onceKey: string | undefined }

/**
 * Makes a pot. The customer is locked, so that many at once cannot pass the limit, and the same form
 * sent again under its idempotency key is answered with the first.
 */
export async function makeOne(
  bank: Bank,
  customer: Customer,
  form: Input<typeof makePot> & Once,
): Promise<Pot> {
  const { db, clock } = bank
  const account = await ownAccount(db.sql, customer.id, form.account, 'account')
  // Sent again, it costs no attempt: it must be answered also where none is left.
  const before = await madeUnder(db.sql, customer.id, form)
  if (before) return onePot(bank, customer, before)
  await spend(bank, `pot:hour:${customer.id}`, madePerHour)
  const publicId = await db.transaction(async (sql) => {
    await lockCustomer(sql, customer.id)
    const known = await madeUnder(sql, customer.id, form)
    if (known) return known
    assertDate(bank, form.date, null)
    await assertRoom(sql, customer.id)
    const [made] = await sql<{ publicId: string }>`
      insert into pots(owner_id, account_id, name, picture, colour, goal_minor, goal_on, once_key,
        created_at)
      values (${customer.id}, ${account.id}, ${form.name}, ${form.picture}, ${form.colour},
        ${form.goal}, ${form.date}, ${form.onceKey ?? null}, ${clock.businessNow()})
      returning public_id as "publicId"`
    if (!made) throw new Error('a pot that is made has an id')
    await publishList(sql, customer.id, 'pots')
    return made.publicId
  })
  return onePot(bank, customer, publicId)
}

/** The pot that was made under a key; the key with another form is refused. */
async function madeUnder(
  sql: Sql,
  ownerId: bigint,
  { onceKey, account, name, picture, colour, goal, date }: Input<typeof makePot> & Once,
): Promise<string | undefined> {
  if (onceKey === undefined) return undefined
  const [known] = await readPots(sql, ownerId, part`p.once_key = ${onceKey}`)
  if (!known) return undefined
  const isSame =
    known.accountPublicId === account &&
    known.name === name &&
    known.picture === picture &&
    known.colour === colour &&
    known.goalMinor === goal &&
    known.goalOn === date
  if (!isSame) throw refusal('key_reused')
  return known.publicId
}

const spend = ({ db, clock }: Bank, bucket: string, max: number) =>
  spendAttempt(db.sql, { bucket, max, seconds: 3600, now: clock.now() })

/** A goal may have passed; a new date is one to come. */
function assertDate(bank: Bank, date: string | null, before: string | null): void {
  if (date === null || date === before) return
  if (date < momentOf(bank).day) throw invalid('date', messages.potDatePast)
}

async function assertRoom(sql: Sql, ownerId: bigint): Promise<void> {
  const open = await readPots(sql, ownerId, part`p.closed_at is null`)
  if (open.length < limits.potsMax) return
  throw new Failure('list_full', messages.potLimit, { data: { max: limits.potsMax } })
}

/** Does something to a pot that is open, with its customer locked, and tells the customer's pages. */
async function withPot(
  bank: Bank,
  customer: Customer,
  publicId: string,
  change: (sql: Sql, pot: PotRow) => Promise<unknown>,
): Promise<Pot> {
  await bank.db.transaction(async (sql) => {
    await lockCustomer(sql, customer.id)
    const pot = await readPot(sql, customer.id, publicId)
    await change(sql, pot)
    await publishList(sql, customer.id, 'pots')
  })
  return onePot(bank, customer, publicId)
}

/** Into the pot or out of it. Under a known key it is answered again, and nothing moves. */
export async function moveOne(
  bank: Bank,
  customer: Customer,
  { id, direction, amount, onceKey }: Input<typeof movePot> & Once,
): Promise<Pot> {
  if (!(await isKnownMove(bank, customer, onceKey))) {
    await spend(bank, `pot:moves:${customer.id}`, movedPerHour)
  }
  return withPot(bank, customer, id, async (sql, pot) => {
    if (await isFrozen(sql, customer.id)) throw refusal('frozen')
    await earmark(sql, {
      ownerId: customer.id,
      potId: pot.id,
      amountMinor: direction === 'in' ? amount : -amount,
      kind: 'customer',
      onceKey,
      at: bank.clock.businessNow(),
    })
  })
}

/** Whether it was moved under this key: whether by the same form, `pot_move` says. */
async function isKnownMove(
  { db }: Bank,
  { id }: Customer,
  onceKey: string | undefined,
): Promise<boolean> {
  if (onceKey === undefined) return false
  const known = await db.sql`
    select from pot_moves where owner_id = ${id} and kind = 'customer' and once_key = ${onceKey}`
  return known.length > 0
}

export function changeOne(
  bank: Bank,
  customer: Customer,
  { id, name, picture, colour, goal, date }: Input<typeof changePot>,
): Promise<Pot> {
  return withPot(bank, customer, id, async (sql, pot) => {
    assertOpen(pot)
    assertDate(bank, date, pot.goalOn)
    await sql`
      update pots set name = ${name}, picture = ${picture}, colour = ${colour}, goal_minor = ${goal},
        goal_on = ${date}
      where id = ${pot.id}`
  })
}

function assertOpen({ isClosed }: PotRow): void {
  if (isClosed) throw refusal('pot_closed')
}

/** Of an account one pot gathers: another one is switched off before. */
export function switchRoundUps(
  bank: Bank,
  customer: Customer,
  { id, on }: Input<typeof roundUpPot>,
): Promise<Pot> {
  return withPot(bank, customer, id, async (sql, pot) => {
    assertOpen(pot)
    await sql`
      update pots set round_ups = false
      where account_id = ${pot.accountId} and round_ups and (id <> ${pot.id} or not ${on})`
    if (on) await sql`update pots set round_ups = true where id = ${pot.id}`
  })
}

/** Closes a pot and ends what pays into it. Asked for again, it answers the same. */
export async function closeOne(bank: Bank, customer: Customer, id: string): Promise<void> {
  await withPot(bank, customer, id, async (sql, pot) => {
    if (await isFrozen(sql, customer.id)) throw refusal('frozen')
    // Dates before the account, as a payment locks them: none waits for another in a circle.
    const ended = await sql<{ id: bigint }>`
      update orders set state = 'ended'
      where pot_id = ${pot.id} and state in ('active', 'paused') returning id`
    await sql`
      delete from orders_due
      where order_id = any(${ended.map((order) => order.id)}::int8[])
        and state in ('waiting', 'paused')`
    await endPot(sql, { ownerId: customer.id, potId: pot.id, at: bank.clock.businessNow() })
  })
}
