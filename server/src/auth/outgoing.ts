import { type CurrencyCode, convertMinor, currencies } from '@passbook/contract'
import { json, type Sql } from '#db/db.ts'
import { approvalMoment, type Bank } from '#kernel/context.ts'
import type { Failure } from '#kernel/failure.ts'
import { type LineDetails, lineJson } from '#ledger/ledger.ts'
import { approvalFailure } from './approval.ts'

/** What an amount counts towards limits, in US cents: never less than it is worth. */
export const usdValue = (currency: CurrencyCode, amountMinor: bigint): bigint =>
  convertMinor(amountMinor, [currencies[currency].value, currencies.usd.value], 'up')

/** What goes out without being ordered at that moment, such as a bill on its date. */
export type Outgoing = {
  customerId: bigint
  usdMinor: bigint
  /** What is exchanged between own accounts, which is counted apart. */
  exchangeUsdMinor?: bigint | undefined
  /** What of it `beginOutgoing` has counted on this day already. */
  countedUsdMinor?: bigint | undefined
  line: LineDetails
}

type Admitted = {
  /** Why it may not go out, by the rule that holds for every order. */
  refusal: Failure | undefined
  /** Whether it waits for the operator. */
  review: boolean
  /** Whether it goes to somebody not paid before, while cooling. */
  stranger: boolean
}

/**
 * Locks the customers, each of whom may be named once, and says of each payment whether it may go out
 * now. `count` counts towards the limits of the day what is on its way then.
 */
export async function admitOutgoing(
  bank: Pick<Bank, 'clock' | 'config'>,
  sql: Sql,
  outgoing: readonly Outgoing[],
): Promise<{ admitted: Admitted[]; count: (went: (index: number) => boolean) => Promise<void> }> {
  const { config } = bank
  const moment = approvalMoment(bank)
  const asked = outgoing.map((one) => ({
    customer: one.customerId,
    ...moment,
    usd: one.usdMinor,
    usd_limit: config.dailyLimitUsdMinor,
    exchange_usd: one.exchangeUsdMinor,
    exchange_limit: config.exchangeLimitUsdMinor,
    cooling_limit: config.coolingLimitUsdMinor,
    counted_usd: one.countedUsdMinor,
    line: lineJson(one.line),
  }))
  // In a statement of its own: the sums of the day are read once nobody else can change them.
  await sql`select customer_lock(${outgoing.map(({ customerId }) => customerId)}::int8[])`
  const rows = await sql<{ answer: string | null; stranger: boolean; review: boolean }>`
    select r.o_refusal as answer, r.o_stranger as stranger, (c).pending_transfer as review
    from jsonb_array_elements(${json(asked)}) with ordinality u(p, n)
    cross join lateral (
      select k as c from customers k where id = (u.p->>'customer')::int8 limit 1) known
    cross join lateral outgoing_refusal(c, u.p, u.p->'line') r
    order by u.n`
  if (rows.length !== outgoing.length) throw new Error('what goes out belongs to a customer')
  return {
    admitted: rows.map(({ answer, review, stranger }) => ({
      refusal: answer === null ? undefined : approvalFailure(answer, bank),
      review,
      stranger,
    })),
    count: async (went) => {
      const counted = asked
        .map((one, index) => ({ ...one, stranger: rows[index]?.stranger }))
        .filter((_, index) => went(index))
      await sql`
        select count_outgoing(p, (p->>'stranger')::boolean)
        from jsonb_array_elements(${json(counted)}) p`
    },
  }
}

/** What has been counted towards the limit of strangers, and on which day. */
export type Counted = { on: string; usdMinor: bigint }

/**
 * Why the customer may not begin something that goes out later, again and again: their standing, and
 * strangers while cooling. `count` counts it at once towards what strangers get, or many that are due
 * after the cooling would be a way around it, and answers how much it has counted, and on which day. The customer is
 * locked.
 */
export async function beginOutgoing(
  bank: Pick<Bank, 'clock' | 'config'>,
  sql: Sql,
  { customerId, usdMinor, line }: Outgoing,
): Promise<{ refused: Failure } | { refused?: undefined; count: () => Promise<Counted> }> {
  const { config } = bank
  const { now, today } = approvalMoment(bank)
  const asked = { now, usd: usdMinor, cooling_limit: config.coolingLimitUsdMinor }
  const [row] = await sql<{ standing: string | null; cooling: string | null; stranger: boolean }>`
    select standing_refusal(c) as standing, r.o_refusal as cooling, r.o_stranger as stranger
    from customers c left join transfer_days d on d.customer_id = c.id and d.day = ${today}
    cross join lateral cooling_refusal(c, ${json(asked)}, ${json(lineJson(line))},
      d.strangers_usd_minor) r
    where c.id = ${customerId}`
  if (!row) throw new Error('what goes out belongs to a customer')
  const refused = approvalFailure(row.standing ?? row.cooling ?? 'ok', bank)
  if (refused) return { refused }
  return {
    count: async () => {
      if (!row.stranger) return { on: today, usdMinor: 0n }
      await sql`
        insert into transfer_days as t (customer_id, day, usd_minor, strangers_usd_minor)
        values (${customerId}, ${today}, 0, ${usdMinor})
        on conflict (customer_id, day) do update
        set strangers_usd_minor = t.strangers_usd_minor + excluded.strangers_usd_minor`
      return { on: today, usdMinor }
    },
  }
}

/** Whether the customer has frozen everything: then nothing new is begun either. */
export async function isFrozen(sql: Sql, customerId: bigint): Promise<boolean> {
  const frozen = await sql`
    select from customers where id = ${customerId} and frozen_at is not null`
  return frozen.length > 0
}
