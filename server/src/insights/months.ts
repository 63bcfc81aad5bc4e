import { type CurrencyCode, monthsAfter } from '@passbook/contract'
import { part, type SqlPart } from '#db/db.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import type { Days } from './moved.ts'

/** This month in the bank's zone, as yyyy-mm. */
export const thisMonth = (bank: Pick<Bank, 'clock' | 'config'>): string =>
  momentOf(bank).day.slice(0, 7)

/** The month so many months later, or before. */
export const monthAfter = (month: string, months: number): string =>
  monthsAfter(`${month}-01`, months).slice(0, 7)

export const firstDay = (month: string): string => `${month}-01`

/** The days of a month. */
export const daysOf = (month: string): Days => ({
  from: firstDay(month),
  to: dayAfter(firstDay(monthAfter(month, 1)), -1),
})

/** All accounts of a customer in a currency, the closed ones too, as a query. */
export const accountsIn = (customerId: bigint, currency: CurrencyCode): SqlPart => part`
  select a.account_id as "ownId" from accounts a join ledger_accounts l on l.id = a.account_id
  where a.owner_id = ${customerId} and l.currency = ${currency}`
