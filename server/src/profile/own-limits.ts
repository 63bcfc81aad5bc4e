import type { Input, Output, readLimits, saveLimits } from '@passbook/contract'
import { holdSession, type SignedIn } from '#auth/sessions.ts'
import type { Sql } from '#db/db.ts'
import type { Caller } from '#kernel/caller.ts'
import { approvalMoment, type Bank } from '#kernel/context.ts'
import { noteEvent, noteOften } from '#security/note-event.ts'
import { tellChange } from './tell-change.ts'

const raiseAfterMs = 24 * 3_600_000

/** In US cents; null for none. */
type Limits = { dayMinor: bigint | null; transferMinor: bigint | null }

type Held = { now: Limits; next: (Limits & { at: Date }) | null }

/** What may go out on a day and at a time, and what is about to change in that. */
export async function limitsOf(
  bank: Bank,
  customerId: bigint,
  sql: Sql = bank.db.sql,
): Promise<Output<typeof readLimits>> {
  const { now: at, day } = approvalMoment(bank)
  const { now, next } = await heldBy(sql, customerId, at)
  const [row] = await sql<{ sent: bigint; frozen: boolean; coolingUntil: Date | null }>`
    select coalesce((
        select usd_minor from transfer_days where customer_id = c.id and day = ${day}), 0) as sent,
      c.frozen_at is not null as frozen, c.cooling_until as "coolingUntil"
    from customers c where c.id = ${customerId}`
  const { sent = 0n, frozen = false, coolingUntil = null } = row ?? {}
  return {
    ...shown(now),
    BankPerDay: bank.config.dailyLimitUsdMinor,
    SentToday: sent,
    Coming: next && { ...shown(next), From: next.at },
    Frozen: frozen,
    CoolingUntil: coolingUntil && coolingUntil > at ? coolingUntil : null,
  }
}

const shown = ({ dayMinor, transferMinor }: Limits) => ({
  PerDay: dayMinor,
  PerTransfer: transferMinor,
})

async function heldBy(sql: Sql, customerId: bigint, at: Date): Promise<Held> {
  type Row = Limits & { nextDay: bigint | null; nextTransfer: bigint | null; nextAt: Date | null }
  const [row] = await sql<Row>`
    select l.day as "dayMinor", l.transfer as "transferMinor", o.next_day_minor as "nextDay",
      o.next_transfer_minor as "nextTransfer", o.next_at as "nextAt"
    from own_limits o, own_limits_at(o.customer_id, ${at}) l where o.customer_id = ${customerId}`
  if (!row) return { now: { dayMinor: null, transferMinor: null }, next: null }
  const { dayMinor, transferMinor, nextDay, nextTransfer, nextAt } = row
  const coming = nextAt !== null && nextAt > at
  return {
    now: { dayMinor, transferMinor },
    next: coming ? { dayMinor: nextDay, transferMinor: nextTransfer, at: nextAt } : null,
  }
}

/** Sets both limits: what is lower holds at once, what is higher after a day and a proof. */
export async function setLimits(
  bank: Bank,
  { customer, caller }: { customer: SignedIn; caller: Caller },
  { per_day, per_transfer }: Input<typeof saveLimits>,
): Promise<Output<typeof readLimits>> {
  const wanted: Limits = { dayMinor: per_day ?? null, transferMinor: per_transfer ?? null }
  const { id: customerId } = customer
  return bank.db.transaction(async (sql) => {
    const at = bank.clock.now()
    const [person] = await sql<{ id: bigint; email: string; firstName: string }>`
      select id, email, first_name as "firstName"
      from customer_locked(${customerId})`
    if (!person) throw new Error('a session belongs to a customer')
    const held = await heldBy(sql, customerId, at)
    const now = lowest(held.now, wanted)
    const raised = !same(now, wanted)
    if (raised) await holdSession(bank, sql, customer)
    const next = raised ? wanted : null
    const nextAt = next && startOf(next, held, at)
    await sql`
      insert into own_limits(customer_id, day_minor, transfer_minor, next_day_minor,
        next_transfer_minor, next_at)
      values (${customerId}, ${now.dayMinor}, ${now.transferMinor}, ${next?.dayMinor ?? null},
        ${next?.transferMinor ?? null}, ${nextAt})
      on conflict (customer_id) do update set day_minor = excluded.day_minor,
        transfer_minor = excluded.transfer_minor, next_day_minor = excluded.next_day_minor,
        next_transfer_minor = excluded.next_transfer_minor, next_at = excluded.next_at`
    await sql`update customers set own_limits = true where id = ${customerId}`
    if (!same(now, held.now)) {
      await noteOften(sql, { customerId, kind: 'limits_lowered', at, caller })
      await tellChange(bank, sql, person, loweredWords)
    }
    if (next && !(held.next && same(next, held.next))) {
      await noteEvent(sql, { customerId, kind: 'limits_raised', at, caller })
      await tellChange(bank, sql, person, raisedWords)
    }
    return limitsOf(bank, customerId, sql)
  })
}

const loweredWords = {
  title: 'Your limits were lowered',
  body: 'The lower limits hold at once. Higher ones can be asked for in your profile, and hold 24 hours later.',
  often: true,
}

const raisedWords = {
  title: 'Your limits will be raised',
  body: 'The higher limits hold in 24 hours. Lower them again in your profile to stop it.',
}

/** A day from now; what asks for no more than is coming already comes with it. */
function startOf(next: Limits, { next: coming }: Held, at: Date): Date {
  if (coming && same(lowest(coming, next), next)) return coming.at
  return new Date(at.getTime() + raiseAfterMs)
}

/** The lower of each; none is higher than any. */
const lowest = (one: Limits, other: Limits): Limits => ({
  dayMinor: lower(one.dayMinor, other.dayMinor),
  transferMinor: lower(one.transferMinor, other.transferMinor),
})

function lower(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

const same = (one: Limits, other: Limits) =>
  one.dayMinor === other.dayMinor && one.transferMinor === other.transferMinor
