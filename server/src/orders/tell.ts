import type { CurrencyCode } from '@passbook/contract'
import { noticeDays } from '#due/due.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { dayWords, sumWords } from '#kernel/words.ts'
import { addNotices } from '#notifications/notifications.ts'
import { publish } from '#notifications/publish.ts'
import { dateName, shortDates } from './coming.ts'
import { nameNow } from './rows.ts'

const groupSize = 200

type Coming = {
  orderId: bigint
  publicId: string
  dueOn: string
  customerId: bigint
  kind: string
  name: string
  accountName: string
  currency: CurrencyCode
  amountMinor: bigint
  above: boolean
}

/**
 * Tells of the dates that come within two days and will be paid, each once; where the money that is
 * there now will not do for all that is due until then, the notice warns. Answers how many. Another
 * worker takes others.
 */
export async function tellComing(bank: Bank, signal?: AbortSignal): Promise<number> {
  let told = 0
  while (!signal?.aborted) {
    const group = await bank.db.transaction(async (sql) => {
      const { at, day } = momentOf(bank)
      const coming = await sql<Coming>`
        select d.order_id as "orderId", o.public_id as "publicId", d.due_on as "dueOn", o.customer_id as "customerId",
          coalesce(${nameNow}, o.line->>'name') as name, o.kind,
          a.name as "accountName", l.currency,
          o.amount_minor as "amountMinor", o.above
        from orders_due d join orders o on o.id = d.order_id
          join accounts a on a.account_id = o.account_id
          join ledger_accounts l on l.id = o.account_id
        where d.state = 'waiting' and o.state = 'active' and d.told_at is null and d.due_on > ${day}
          and d.due_on <= ${dayAfter(day, noticeDays)}
        order by d.due_on, d.order_id limit ${groupSize} for update of d skip locked`
      if (coming.length === 0) return 0
      await sql`
        update orders_due d set told_at = ${at}
        from unnest(${coming.map(({ orderId }) => orderId)}::int8[],
          ${coming.map(({ dueOn }) => dueOn)}::date[]) u(id, due_on)
        where d.order_id = u.id and d.due_on = u.due_on`
      const customerIds = [...new Set(coming.map(({ customerId }) => customerId))]
      const short = await shortDates(bank, sql, customerIds)
      const notices = coming.map((one) => noticeOf(one, short.get(dateName(one))))
      await addNotices(sql, notices, at)
      await publish(sql, new Map(customerIds.map((id) => [id, []])))
      return coming.length
    })
    if (group === 0) break
    told += group
  }
  return told
}

const titles = {
  bill: { comes: 'Bill comes', isShort: 'Money is missing for a bill' },
  standing: {
    comes: 'Standing order comes',
    isShort: 'Money is missing for a standing order',
  },
}

function noticeOf(coming: Coming, missingMinor: bigint | undefined) {
  const { customerId, kind, name, accountName, currency, amountMinor, above, dueOn } = coming
  const amount = sumWords(amountMinor, currency)
  const what = `${above ? `All above ${amount}` : amount} to ${name} on ${dayWords(dueOn)}, from ${accountName}`
  const title = kind === 'bill' ? titles.bill : titles.standing
  if (missingMinor === undefined) return { customerId, title: title.comes, body: `${what}.` }
  return {
    customerId,
    title: title.isShort,
    body: `${what}: the money that is there now will not do for all that is due by then. ${sumWords(missingMinor, currency)} is missing.`,
    warns: true,
  }
}
