import {
  farthestFirst,
  type Input,
  messages,
  type orderStanding,
  type Schedule,
  type StandingEntry,
  standingForm,
} from '@passbook/contract'
import { beginOutgoing, usdValue } from '#auth/outgoing.ts'
import { hmacs } from '#auth/secrets.ts'
import type { SignedIn } from '#auth/sessions.ts'
import { json, type Sql } from '#db/db.ts'
import { addDue, noticeDays } from '#due/due.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { approvalMoment, type Bank } from '#kernel/context.ts'
import { Failure, invalid, refusal } from '#kernel/failure.ts'
import { refundAttempt, spendAttempt } from '#limits/attempts.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { type Approve, approveOrder, unapproved } from './approve.ts'
import { type OrderPayee, payeeFor } from './order-payee.ts'
import { openOrdersMax } from './rows.ts'
import { shownOrder } from './show.ts'

/** Making and ending in turn would fill the tables. */
const madePerHour = 120

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
  const key = keyOf(bank, customer.id, form)
  const shown = (publicId: string) => shownOrder(bank, customer.id, publicId)
  // Before anything that may have changed since: an order that was made is answered, whatever holds now.
  const known = key && (await madeUnder(bank.db.sql, customer.id, key))
  if (known) return shown(known)
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
  // What goes into a pot stays the customer's own, on the same account.
  const approve =
    form.kind === 'pot' ? unapproved : await approveOrder(bank, customer, binding, form)
  const bucket = `order:hour:${customer.id}`
  const limit = { bucket, max: madePerHour, seconds: 3600, now: bank.clock.now() }
  await spendAttempt(bank.db.sql, limit)
  const made = await bank.db.transaction((sql) =>
    keepOrder(bank, sql, { customerId: customer.id, form, key, payee, approve }),
  )
  // Not thrown inside: a wrong PIN or code stays counted. What was refused fills no table.
  if (made instanceof Failure) {
    await refundAttempt(bank.db.sql, bucket)
    throw made
  }
  return shown(made)
}

type Source = Pick<OrderPayee['source'], 'id' | 'currency'>

type Kept = {
  customerId: bigint
  form: Pick<NewOrder, 'amount' | 'above' | 'every' | 'date' | 'until' | 'times'>
  key: Key | undefined
  payee: Omit<OrderPayee, 'source'> & { source: Source }
  approve: Approve
}

/** Keeps an order in the caller's transaction, once `approve` has let it through; answers its name. */
export async function keepOrder(
  bank: Bank,
  sql: Sql,
  { customerId, form, key, payee, approve }: Kept,
): Promise<string | Failure> {
  const { at, day, now } = approvalMoment(bank)
  // Of several at once each sees what the others made, and their keys.
  await lockCustomer(sql, customerId)
  const known = key && (await madeUnder(sql, customerId, key))
  if (known) return known
  if (form.date < day) return invalid('date', messages.orderDatePast)
  if (form.date > farthestFirst(day)) return invalid('date', messages.orderDateFar)
  await assertRoom(sql, customerId)
  const usdMinor = usdCounted(payee, form.amount)
  // No day could have room for it.
  if (usdMinor > bank.config.dailyLimitUsdMinor) return refusal('daily_limit')
  const begun = await beginOutgoing(bank, sql, { customerId, usdMinor, line: payee.line })
  if (begun.refused) return begun.refused
  const approved = await approve(sql)
  if (approved.refused) return approved.refused
  const counted = await begun.count()
  const [made] = await sql<{ id: bigint; publicId: string }>`
    insert into orders(customer_id, account_id, kind, to_account_id, pot_id, rail, rail_payee,
      card_expiry, line, amount_minor, above, every, first_on, until_on, times, state, approval, once_key,
      form_hmac, created_at, changed_at, counted_on, counted_usd_minor)
    values (${customerId}, ${payee.source.id}, ${payee.kind}, ${payee.toAccountId}, ${payee.potId},
      ${payee.rail}, ${payee.railPayee}, ${payee.cardExpiry}, ${json(payee.line)},
      ${form.amount}, ${form.above},
      ${form.every}, ${form.date}, ${form.until}, ${form.times}, 'active',
      ${approved.signed?.name ?? null}, ${key?.onceKey ?? null}, ${key?.formHmacs[0] ?? null}, ${now}, ${now}, ${counted.on},
      ${counted.usdMinor})
    returning id, public_id as "publicId"`
  if (!made) throw new Error('an order that is kept has a name')
  // Who has just ordered it need not be told that it comes.
  const isNear = form.date <= dayAfter(day, noticeDays)
  await addDue(sql, [{ orderId: made.id, dueOn: form.date, toldAt: isNear ? at : null }], at)
  return made.publicId
}

/** What an order counts towards the limits of its day; moves between own accounts count nothing. */
const usdCounted = (
  { counts, source }: Pick<Kept['payee'], 'counts' | 'source'>,
  amountMinor: bigint,
): bigint => (counts ? usdValue(source.currency, amountMinor) : 0n)

/** An idempotency key, with the HMACs of the form that came with it, today's first. */
type Key = { onceKey: string; formHmacs: string[] }

/** What was asked, without what approves it. A plain hash would give away the number of a card. */
function keyOf({ config }: Bank, customerId: bigint, form: NewOrder): Key | undefined {
  if (form.onceKey === undefined) return undefined
  const fields = Object.keys(standingForm.shape) as (keyof typeof standingForm.shape)[]
  const asked = JSON.stringify(fields.map((field) => [field, String(form[field])]))
  return {
    onceKey: form.onceKey,
    formHmacs: hmacs(config, 'standing-order', String(customerId), asked),
  }
}

/** The order that was made under a key; with another form the key is refused. */
async function madeUnder(
  sql: Sql,
  customerId: bigint,
  { onceKey, formHmacs }: Key,
): Promise<string | undefined> {
  const [made] = await sql<{ publicId: string; formHmac: string }>`
    select public_id as "publicId", form_hmac as "formHmac"
    from orders where customer_id = ${customerId} and once_key = ${onceKey}`
  if (made && !formHmacs.includes(made.formHmac)) throw refusal('key_reused')
  return made?.publicId
}

async function assertRoom(sql: Sql, customerId: bigint): Promise<void> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int4 as count from orders
    where customer_id = ${customerId} and state in ('active', 'paused') and kind <> 'bill'`
  if ((row?.count ?? 0) < openOrdersMax) return
  throw new Failure('list_full', `You can have at most ${openOrdersMax} standing orders`, {
    data: { max: openOrdersMax },
  })
}
