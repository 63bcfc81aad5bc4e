import { toDecimal } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { settleInterest } from '#interest/pay.ts'
import type { Bank } from '#kernel/context.ts'
import { closedWords, sumWords } from '#kernel/words.ts'
import { balance, closeAccount } from '#ledger/ledger.ts'
import { stopRepaymentsFrom } from '#loans/auto-repay.ts'
import { addNotices } from '#notifications/notifications.ts'
import { publish, publishList } from '#notifications/publish.ts'
import { type Closing, customersAt, endOrdersAt, tellEnded } from '#orders/closed-account.ts'
import { cancelRequestsInto } from '#requests/requests.ts'
import { lockCustomers } from '#security/customer-lock.ts'
import type { Said } from './command.ts'

/**
 * Closes an empty account with all that points at it: what it would pay, what would be paid into it,
 * and the requests for money. Everybody is told what has ended for them. Answers what to say.
 */
export async function closeWithAll(bank: Bank, sql: Sql, closing: Closing): Promise<Said> {
  const { accountId, ownerId, name, number } = closing
  // Customers before dates, and dates before accounts, as a payment locks them.
  const customerIds = await customersAt(sql, closing)
  await lockCustomers(sql, customerIds)
  const { balanceMinor } = await balance(sql, { accountId })
  // Of one that is not empty, the refusal is all that is said.
  const { postedMinor } =
    balanceMinor === 0n ? await settleInterest(bank, sql, accountId) : { postedMinor: 0n }
  if (postedMinor > 0n) {
    const refusal = `${number} has earned ${toDecimal(postedMinor)} of interest, which is paid now. Close it once it is empty`
    return { refusal }
  }
  const now = bank.clock.businessNow()
  const ended = await endOrdersAt(sql, closing, customerIds)
  const requests = await cancelRequestsInto(sql, accountId, now)
  const reason = closedWords({ isOwn: true, name, number })
  const repayments = await stopRepaymentsFrom(sql, accountId, reason)
  await closeAccount(sql, { accountId, at: now })
  await tellEnded(sql, ended, now)
  const notices = [
    ...requests.map(({ amountMinor, currency }) => ({
      title: 'Request cancelled',
      body: `Your request for ${sumWords(amountMinor, currency)} was cancelled: ${reason}.`,
    })),
    ...(repayments > 0
      ? [
          {
            title: 'Automatic repayment ended',
            body: `${reason}. Choose another account.`,
            warns: true,
          },
        ]
      : []),
    {
      title: 'Account closed',
      body: `${name}, ${number}. What was paid from it and into it can still be searched.`,
    },
  ]
  await addNotices(
    sql,
    notices.map((notice) => ({ customerId: ownerId, ...notice })),
    now,
  )
  await publish(sql, new Map([[ownerId, []]]))
  // A page that is open shows it no longer, nor its pots and requests.
  for (const list of ['init-user', 'pots', 'requests']) await publishList(sql, ownerId, list)
  return `${number} is closed`
}
