import { part, type Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'

/** An event after which a thief may have been there, as a link in a mail about it says. */
type Event = {
  customerId: bigint
  since: Date
  now: Date
  /**
   * Whether a browser that was known before the event was its owner's. It was after the sign-in of a
   * new one: who came with that cannot show the cookie of another. After a changed address it says
   * nothing: the thief may sit at the customer's own.
   */
  sparesKnown: boolean
}

/**
 * Takes away what a thief may have set up since an event, and puts back what was switched off. Password
 * and PIN go whenever they were saved: who got that far may have known them. No money goes out until
 * the customer has chosen both anew. Says what else was put back or stopped.
 */
export async function undoSince(sql: Sql, event: Event): Promise<string> {
  const { customerId, since, sparesKnown } = event
  // No hash at all: no password matches it, and only a reset by mail can put one there.
  await sql`
    update customers set password_hash = '', pin_hmac = null, pin_tries = 0, pin_tries_total = 0,
      pin_locked_until = null
    where id = ${customerId}`
  await sql`
    update transfer_codes set expires_at = created_at
    where customer_id = ${customerId} and used_at is null`
  await sql`delete from devices where customer_id = ${customerId} and first_seen_at >= ${since}`
  await sql`
    delete from passkeys where customer_id = ${customerId} and created_at >= ${since}
      and not (${sparesKnown} and coalesce(device_since < ${since}, false))`
  // One that was never switched on may be switched on by whoever began it.
  await sql`
    delete from authenticators where customer_id = ${customerId} and (confirmed_at is null
      or confirmed_at >= ${since} and not (${sparesKnown} and coalesce(device_since < ${since}, false)))`
  await voidApprovals(sql, customerId)
  // When they were made is not known; new ones are made in the profile.
  await sql`delete from backup_codes where customer_id = ${customerId}`
  const back = await putFactorsBack(sql, event)
  await sql`
    update customers c set passkey_required = false
    where id = ${customerId} and passkey_required
      and not exists (select 1 from passkeys p where p.customer_id = c.id)`
  const stopped = await stopWhatComes(sql, event)
  const told = { 'put back': back, stopped }
  return Object.entries(told)
    .filter(([, what]) => what.length > 0)
    .map(([deed, what]) => `${deed}: ${what.join(', ')}`)
    .join('; ')
}

/**
 * Takes away all that was ever set up, for somebody who is the first to show that the customer's mail
 * reaches them: whoever signed up may be a stranger. What is in the accounts stays there, and what tells
 * of it. Cards are frozen, since their numbers were shown. Says what was stopped.
 */
export async function undoAll(
  { clock }: Pick<Bank, 'clock'>,
  sql: Sql,
  customerId: bigint,
): Promise<string> {
  const now = clock.now()
  // Nothing comes back that a stranger may have put there before.
  await sql`delete from removed_factors where customer_id = ${customerId}`
  const stopped = await undoSince(sql, { customerId, since: new Date(0), now, sparesKnown: false })
  await sql`delete from own_limits where customer_id = ${customerId}`
  await sql`
    update customers set own_limits = false, undo_seconds = null, email_alerts = true,
      former_email = null, former_email_until = null, former_email_verified = false
    where id = ${customerId}`
  // Also those that were mailed to an address of before: they would put it back.
  await sql`
    update links set used_at = ${now} where customer_id = ${customerId} and used_at is null`
  await sql`delete from passkey_challenges where customer_id = ${customerId}`
  await sql`delete from beneficiaries where customer_id = ${customerId}`
  await sql`delete from own_billers where customer_id = ${customerId}`
  const cards = await sql`
    update cards set state = 'frozen' where customer_id = ${customerId} and state = 'active'
    returning 1`
  await cancelRequests(sql, customerId, clock.businessNow())
  return [stopped, ...(cards.length > 0 ? ['frozen: cards'] : [])].filter(Boolean).join('; ')
}

/** Ends the requests for money that nobody is paying. Whoever pays one locks its row first. */
async function cancelRequests(sql: Sql, customerId: bigint, at: Date): Promise<void> {
  const open = await sql<{ id: bigint }>`
    select id from payment_requests
    where customer_id = ${customerId} and ended is null and expires_at > ${at}
    order by id for update`
  await sql`
    update payment_requests r set ended = 'cancelled', ended_at = ${at}
    where id = any(${open.map(({ id }) => id)}::int8[]) and ended is null and not exists (
      select from transactions t
      where t.account_id = r.paid_account_id and t.line = r.paid_line and t.state <> 'failed')`
}

/** Puts back what was switched off since, save for what the thief had set up himself. */
async function putFactorsBack(
  sql: Sql,
  { customerId, since, sparesKnown }: Event,
): Promise<string[]> {
  const taken = part`
    from removed_factors r where r.customer_id = ${customerId} and r.removed_at >= ${since}
      and not (${sparesKnown} and coalesce(r.device_since < ${since}, false))
      and coalesce((r.factor->>'created_at')::timestamptz < ${since}, true)`
  const passkeys = await sql<{ name: string }>`
    insert into passkeys overriding system value
    select (jsonb_populate_record(null::passkeys, r.factor)).* ${taken} and r.kind = 'passkey'
    on conflict do nothing returning name`
  const apps = await sql`
    insert into authenticators
    select (jsonb_populate_record(null::authenticators, r.factor)).* ${taken} and r.kind = 'app'
    order by r.id limit 1
    on conflict do nothing returning 1`
  const codes = await sql`
    update customers set use_login_code = true
    where id = ${customerId} and not use_login_code and exists (select ${taken} and r.kind = 'code')
    returning 1`
  await sql`delete from removed_factors where customer_id = ${customerId}`
  return [
    ...passkeys.map(({ name }) => `passkey ${name}`),
    ...apps.map(() => 'authenticator app'),
    ...codes.map(() => 'code at sign-in'),
  ]
}

/**
 * Stops what was ordered since and has not come yet: higher limits, bills, standing orders, automatic
 * repayments and transfers.
 */
async function stopWhatComes(sql: Sql, { customerId, since, now }: Event): Promise<string[]> {
  // Those that hold already go too where they were asked for since: they come after a day.
  const limits = await sql`
    update own_limits set next_day_minor = null, next_transfer_minor = null, next_at = null
    where customer_id = ${customerId}
      and (next_at > ${now} or next_at >= ${since}::timestamptz + interval '1 day') returning 1`
  // Their orders end with them (see the trigger bill_moved).
  const bills = await sql<{ biller: string }>`
    update bills b set state = 'cancelled'
    where customer_id = ${customerId} and state = 'active' and created_at >= ${since}
      and (not moved or exists (
        select from orders o where o.bill_id = b.id and o.state = 'active'))
    returning biller`
  // The date that waits goes with it; one that is being paid is waited for.
  const orders = await sql<{ id: bigint; payee: string }>`
    update orders set state = 'ended'
    where customer_id = ${customerId} and state in ('active', 'paused') and changed_at >= ${since}
    returning id, line->>'name' as payee`
  await sql`
    delete from orders_due
    where order_id = any(${orders.map(({ id }) => id)}::int8[]) and state in ('waiting', 'paused')`
  const loans = await sql`
    update loans set auto_account_id = null, auto_minor = null, auto_since = null,
      auto_approval = null, auto_trouble = null
    where customer_id = ${customerId} and auto_account_id is not null and auto_since >= ${since}
    returning 1`
  // What has not left yet would leave at the thaw: the operator decides about it. A statement line has
  // business time, which may be ahead of the event's.
  const held = await sql<{ payee: string }>`
    update transfers t set review = true
    from transactions l
    where t.customer_id = ${customerId} and not t.done and t.tries = 0 and not t.review
      and l.id = t.transaction_id and coalesce(t.ordered_at, l.created_at) >= ${since}
    returning t.payee`
  return [
    ...limits.map(() => 'higher limits'),
    ...bills.map(({ biller }) => `bill ${biller}`),
    ...orders.map(({ payee }) => `standing order to ${payee}`),
    ...loans.map(() => 'automatic repayment of a loan'),
    ...held.map(({ payee }) => `transfer to ${payee}`),
  ]
}

/** Takes back what passkeys have approved and what was not paid yet. */
export async function voidApprovals(sql: Sql, customerId: bigint): Promise<void> {
  await sql`delete from passkey_approvals where customer_id = ${customerId} and used_at is null`
}
