import {
  type CurrencyCode,
  type cardLimits,
  type cardPayments,
  type Input,
  messages,
  type Output,
  uuid,
} from '@passbook/contract'
import { holdSession, isStillFresh, type SignedIn } from '#auth/sessions.ts'
import { issueCard } from '#cards/cards.ts'
import type { Sql } from '#db/db.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import { spendAttempt } from '#limits/attempts.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { noteEvent } from '#security/note-event.ts'
import { reasonOf } from './payments.ts'

type Who = { customer: SignedIn; caller: Caller }

type CardRow = {
  id: string
  accountId: bigint
  lastFour: string
  state: 'active' | 'frozen' | 'lost'
  dayMinor: bigint | null
  paymentMinor: bigint | null
  online: boolean
  abroad: boolean
}

/** Locks the customer, then the card; another's and an unknown one get the same answer. */
async function ownCard(sql: Sql, customerId: bigint, id: string): Promise<CardRow> {
  await lockCustomer(sql, customerId)
  const [card] = uuid.test(id)
    ? await sql<CardRow>`
        select id, account_id as "accountId", last_four as "lastFour", state,
          day_limit_minor as "dayMinor", payment_limit_minor as "paymentMinor", online, abroad
        from cards where id = ${id} and customer_id = ${customerId} for update`
    : []
  if (!card) throw new Failure('not_yours', messages.cardUnknown, { field: 'id' })
  if (card.state === 'lost') throw refusal('card_is_lost')
  return card
}

/** Stops a card, or lets it pay again. Stopping needs nothing; the other is for a fresh session. */
export async function setCardFrozen(
  bank: Bank,
  { customer, caller }: Who,
  { id, frozen }: { id: string; frozen: boolean },
): Promise<void> {
  await bank.db.transaction(async (sql) => {
    const card = await ownCard(sql, customer.id, id)
    if (!frozen) await holdSession(bank, sql, customer)
    const state = frozen ? 'frozen' : 'active'
    if (card.state === state) return
    await sql`update cards set state = ${state} where id = ${card.id}`
    const kind = frozen ? 'card_frozen' : 'card_thawed'
    await noteEvent(sql, { ...noted(bank, customer, caller), kind, detail: endsIn(card) })
  })
}

const noted = ({ clock }: Bank, { id }: SignedIn, caller: Caller) => ({
  customerId: id,
  at: clock.now(),
  caller,
})

const endsIn = ({ lastFour }: Pick<CardRow, 'lastFour'>) => `ending in ${lastFour}`

/** Sets what a card may pay and where. What is lower holds for whoever asks; more wants a fresh session. */
export async function setCardLimits(
  bank: Bank,
  { customer, caller }: Who,
  { id, per_day, per_payment, online, abroad }: Input<typeof cardLimits>,
): Promise<void> {
  const wanted = { dayMinor: per_day ?? null, paymentMinor: per_payment ?? null, online, abroad }
  await bank.db.transaction(async (sql) => {
    const card = await ownCard(sql, customer.id, id)
    const more =
      isHigher(card.dayMinor, wanted.dayMinor) ||
      isHigher(card.paymentMinor, wanted.paymentMinor) ||
      (wanted.online && !card.online) ||
      (wanted.abroad && !card.abroad)
    if (more) await holdSession(bank, sql, customer)
    await sql`
      update cards set day_limit_minor = ${wanted.dayMinor},
        payment_limit_minor = ${wanted.paymentMinor}, online = ${online}, abroad = ${abroad}
      where id = ${card.id}`
    const kind = 'card_limits'
    await noteEvent(sql, { ...noted(bank, customer, caller), kind, detail: endsIn(card) })
  })
}

/** Whether a limit lets more through than before; none lets everything. */
const isHigher = (now: bigint | null, wanted: bigint | null): boolean =>
  now !== null && (wanted === null || wanted > now)

/**
 * A lost card never pays again; a new one on the same account, with its own digits, takes its place.
 * Anybody who is signed in may say so, so that is no way around a freeze: the new one of a frozen card
 * is frozen too, unless the session is fresh.
 */
export async function reportCardLost(
  bank: Bank,
  { customer, caller }: Who,
  id: string,
): Promise<void> {
  const { db, clock, config } = bank
  const now = clock.now()
  await db.transaction(async (sql) => {
    const card = await ownCard(sql, customer.id, id)
    const bucket = `card:lost:${customer.id}`
    await spendAttempt(sql, { bucket, max: 5, seconds: 86_400, now })
    await sql`update cards set state = 'lost' where id = ${card.id}`
    const { accountId } = card
    const frozen = card.state === 'frozen' && !(await isStillFresh(bank, sql, customer))
    await issueCard(sql, {
      ...{ accountId, now: clock.businessNow(), state: frozen ? 'frozen' : 'active' },
      ...{ secretKey: config.secretKey, replaces: card },
    })
    await noteEvent(sql, {
      ...noted(bank, customer, caller),
      kind: 'card_lost',
      detail: endsIn(card),
    })
  })
}

type Shown = Output<typeof cardPayments>['List'][number]

/** The last payments with a card and with those that it replaced, refused ones too, the newest first. */
export async function paymentsOf(
  { db }: Pick<Bank, 'db'>,
  customerId: bigint,
  id: string,
): Promise<Output<typeof cardPayments>> {
  const [card] = uuid.test(id)
    ? await db.sql`select from cards where id = ${id} and customer_id = ${customerId}`
    : []
  if (!card) throw new Failure('not_yours', messages.cardUnknown, { field: 'id' })
  const rows = await db.sql<Omit<Shown, 'Currency'> & { Currency: CurrencyCode }>`
    with recursive held(id, replaces) as (
      select id, replaces from cards where id = ${id}
      union select c.id, c.replaces from cards c join held h on c.id = h.replaces)
    select p.id as "Id", p.merchant as "Merchant", p.amount_minor as "Amount",
      l.currency as "Currency", p.at as "Date", p.state as "State", p.reason as "Reason",
      p.online as "Online", p.abroad as "Abroad"
    from held h
    -- Each by the index: how many cards came one after the other the planner cannot know.
    cross join lateral (
      select * from card_payments where card_id = h.id order by at desc limit 20) p
    cross join lateral (select currency from ledger_accounts where id = p.account_id limit 1) l
    order by p.at desc, p.id limit 20`
  return { List: rows.map((row) => ({ ...row, Reason: row.Reason ? reasonOf(row.Reason) : null })) }
}
