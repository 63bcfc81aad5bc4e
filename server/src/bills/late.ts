import type { CurrencyCode } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { dayWords, sumWords } from '#kernel/words.ts'
import { notify } from '#notifications/notifications.ts'

const retriesMax = 3
const retryAfterMs = 3_600_000

/** When a bill is tried again that could not be paid; null where all of its tries are over. */
export const nextBillTry = ({ tries, now }: { tries: number; now: Date }): Date | null =>
  tries < retriesMax ? new Date(now.getTime() + retryAfterMs) : null

type LateBill = {
  customerId: bigint
  line: { name?: string | undefined }
  currency: CurrencyCode
  amountMinor: bigint
  dueOn: string
}

/** There is time to pay money in; that the date failed is told by its line, like every movement. */
export async function warnOfBill(
  sql: Sql,
  bill: LateBill,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  const amount = sumWords(bill.amountMinor, bill.currency)
  await notify(sql, bill.customerId, {
    title: 'Bill waits',
    body:
      `${bill.line.name}, ${amount}, due ${dayWords(bill.dueOn)}: ${reason}. ` +
      `We try again every hour, ${retriesMax} times.`,
    now,
  })
}
