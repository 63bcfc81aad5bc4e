import { isDeepStrictEqual } from 'node:util'
import {
  dayIn,
  type Input,
  messages,
  type orderStanding,
  type Schedule,
  type StandingEntry,
} from '@passbook/contract'
import { beginOutgoing, usdValue } from '#auth/outgoing.ts'
import type { SignedIn } from '#auth/sessions.ts'
import { json, type Sql } from '#db/db.ts'
import { dayAfter } from '#kernel/calendar.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure, invalid, refusal } from '#kernel/failure.ts'
import type { LineDetails } from '#ledger/ledger.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { type Approve, approveOrder } from './approve.ts'
import { addDue, noticeDays } from './due.ts'
import { type OrderPayee, payeeFor } from './payees.ts'
import { openOrdersMax, readOrder, showOrder } from './rows.ts'

type NewOrder = Input<typeof orderStanding> & { onceKey: string | undefined }

/** Takes an order that is to be paid by itself; approved here, once, for all of its dates. */
export async function placeOrder(
  bank: Bank,
  customer: SignedIn,
  form: NewOrder,
): Promise<StandingEntry> {
  const { date: firstOn, every, until, times } = form
  const schedule: Schedule = { every, firstOn, until, times }
  if (form.above && form.kind !== 'own') throw invalid('above', messages.orderAboveOwn)
  if (until !== null && until < firstOn) throw invalid('until', messages.orderEndInvalid)
  const payee = await payeeFor(bank, customer, form)
  const { source, codePayees, signedPayee } = payee
  const binding = {
    sourceAccount: source.publicId,
    currency: source.currency,
    amountMinor: form.amount,
    above: form.above,
    schedule,
    codePayees,
    signedPayee,
  }
  const approve = await approveOrder(bank, customer, binding, form)
  const made = await bank.db.transaction((sql) =>
    keepOrder(bank, sql, { customerId: customer.id, form, payee, approve }),
  )
  // Not thrown inside: a wrong PIN or code stays counted.
  if (made instanceof Failure) throw made
  return showOrder(await readOrder(bank.db.sql, customer.id, made))
}

type Kept = { customerId: bigint; form: NewOrder; payee: OrderPayee; approve: Approve }

async function keepOrder(
  bank: Bank,
  sql: Sql,
  { customerId, form, payee, approve }: Kept,
): Promise<string | Failure> {
  const now = bank.clock.now()
  const today = dayIn(now, bank.config.bankZone)
  // Of several at once each sees what the others made, and their keys.
  await lockCustomer(sql, customerId)
  const known = form.onceKey && (await madeUnder(sql, customerId, form.onceKey))
  if (known) return isSame(known, form, payee) ? known.publicId : refusal('key_reused')
  if (form.date < today) return invalid('date', messages.orderDatePast)
  await assertRoom(sql, customerId)
  const usdMinor = usdCounted(payee, form.amount)
  // No day could have room for it.
  if (usdMinor > bank.config.dailyLimitUsdMinor) return refusal('daily_limit')
  const begun = await beginOutgoing(bank, sql, { customerId, usdMinor, line: payee.line })
  if (begun.refused) return begun.refused
  const approved = await approve(sql)
  if (approved.refused) return approved.refused
  const countedUsdMinor = await begun.count()
  const [made] = await sql<{ id: bigint; publicId: string }>`
    insert into orders(customer_id, account_id, kind, to_account_id, rail, rail_payee, card_expiry,
      line, amount_minor, above, every, first_on, until_on, times, state, approval, once_key,
      created_at, changed_at, counted_on, counted_usd_minor)
    values (${customerId}, ${payee.source.id}, ${payee.kind}, ${payee.toAccountId}, ${payee.rail},
      ${payee.railPayee}, ${payee.cardExpiry}, ${json(payee.line)}, ${form.amount}, ${form.above},
      ${form.every}, ${form.date}, ${form.until}, ${form.times}, 'active',
      ${approved.signed?.name ?? null}, ${form.onceKey ?? null}, ${now}, ${now}, ${today},
      ${countedUsdMinor})
    returning id, public_id as "publicId"`
  if (!made) throw new Error('an order that is kept has a name')
  // Who has just ordered it need not be told that it comes.
  const isNear = form.date <= dayAfter(today, noticeDays)
  await addDue(sql, [{ orderId: made.id, dueOn: form.date, toldAt: isNear ? now : null }], now)
  return made.publicId
}

/** What an order counts towards the limits of its day; moves between own accounts count nothing. */
const usdCounted = (
  { counts, source }: Pick<OrderPayee, 'counts' | 'source'>,
  amountMinor: bigint,
): bigint => (counts ? usdValue(source.currency, amountMinor) : 0n)

type Known = {
  publicId: string
  accountId: bigint
  toAccountId: bigint | null
  railPayee: string | null
  line: LineDetails
  amount: bigint
  above: boolean
  every: string
  date: string
  until: string | null
  times: number | null
}

async function madeUnder(sql: Sql, customerId: bigint, onceKey: string) {
  const [made] = await sql<Known>`
    select public_id as "publicId", account_id as "accountId", to_account_id as "toAccountId",
      rail_payee as "railPayee", line, amount_minor as amount, above, every, first_on as date,
      until_on as until, times
    from orders where customer_id = ${customerId} and once_key = ${onceKey}`
  return made
}

function isSame(known: Known, form: NewOrder, payee: OrderPayee): boolean {
  const fields = ['amount', 'above', 'every', 'date', 'until', 'times'] as const
  return (
    fields.every((field) => known[field] === form[field]) &&
    known.accountId === payee.source.id &&
    known.toAccountId === payee.toAccountId &&
    known.railPayee === payee.railPayee &&
    isDeepStrictEqual(known.line, payee.line)
  )
}

async function assertRoom(sql: Sql, customerId: bigint): Promise<void> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int4 as count from orders
    where customer_id = ${customerId} and state in ('active', 'paused')`
  if ((row?.count ?? 0) < openOrdersMax) return
  throw new Failure('list_full', `You can have at most ${openOrdersMax} standing orders`, {
    data: { max: openOrdersMax },
  })
}
