import { type CurrencyCode, convertMinor, currencies } from '@passbook/contract'
import { json, type Sql } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import type { Failure } from '#kernel/failure.ts'
import { type LineDetails, lineJson } from '#ledger/ledger.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { approvalFailure } from './approval.ts'

/** What an amount counts towards limits, in US cents: never less than it is worth. */
export const usdValue = (currency: CurrencyCode, amountMinor: bigint): bigint =>
  convertMinor(amountMinor, [currencies[currency].value, currencies.usd.value], 'up')

/** What goes out without being ordered at that moment, such as a bill on its date. */
type Outgoing = { customerId: bigint; usdMinor: bigint; line: LineDetails }

type Admitted = {
  /** Why it may not go out, by the rule that holds for every order. */
  refusal: Failure | undefined
  /** Whether it waits for the operator. */
  review: boolean
  /** Whether it goes to somebody not paid before, while cooling. */
  stranger: boolean
  /** Counts it towards the limits of the day; to be called once it is on its way. */
  count: () => Promise<void>
}

/** Locks the customer and says whether this may go out now. */
export async function admitOutgoing(
  bank: Pick<Bank, 'clock' | 'config'>,
  sql: Sql,
  { customerId, usdMinor, line }: Outgoing,
): Promise<Admitted> {
  const { config } = bank
  const asked = json({
    customer: customerId,
    ...momentOf(bank),
    usd: usdMinor,
    usd_limit: config.dailyLimitUsdMinor,
    cooling_limit: config.coolingLimitUsdMinor,
  })
  // In a statement of its own: the sums of the day are read once nobody else can change them.
  await lockCustomer(sql, customerId)
  const [row] = await sql<{ answer: string | null; stranger: boolean; review: boolean }>`
    select r.o_refusal as answer, r.o_stranger as stranger, c.pending_transfer as review
    from customers c, outgoing_refusal(c, ${asked}, ${json(lineJson(line))}) r
    where c.id = ${customerId}`
  if (!row) throw new Error('what goes out belongs to a customer')
  const refusal = row.answer === null ? undefined : approvalFailure(row.answer, config)
  return {
    refusal,
    review: row.review,
    stranger: row.stranger,
    count: async () => {
      await sql`select count_outgoing(${asked}, ${row.stranger})`
    },
  }
}

/** Whether the customer has frozen everything: then nothing new is begun either. */
export async function isFrozen(sql: Sql, customerId: bigint): Promise<boolean> {
  const frozen = await sql`
    select from customers where id = ${customerId} and frozen_at is not null`
  return frozen.length > 0
}
