import {
  type CurrencyCode,
  type forecast as call,
  forecastDays,
  type Input,
  type Output,
} from '@passbook/contract'
import { accountsOf, notYours, type OwnAccount, ownAccount } from '#accounts/accounts.ts'
import { moveBillsFirst } from '#bills/move.ts'
import type { Sql } from '#db/db.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import type { Flow, Money } from '#orders/plans.ts'
import { play } from '#orders/play.ts'
import { plansOf } from '#orders/read-plans.ts'
import { mainPay, type Pay, regularPay } from './pay-day.ts'
import { buffersOf, creditsOf, type Hold, holdsOf, spentOf } from './read.ts'
import { forecast, type Series, usualSpending } from './series.ts'

type Asked = Partial<Input<typeof call>>

/** A forecast with all that makes it. */
export type Forecast = Series & {
  currency: CurrencyCode
  today: string
  until: string
  pay: { on: string; name: string; amountMinor: bigint } | null
  balanceMinor: bigint
  bufferMinor: bigint
  holds: Hold[]
}

/**
 * What will be in an account, or in all accounts of a currency. Read in one snapshot: a payment that
 * happens meanwhile is either still to come or already in the balance.
 */
export async function readForecast(
  bank: Bank,
  customerId: bigint,
  asked: Asked,
): Promise<Forecast> {
  await moveBillsFirst(bank, customerId)
  return bank.db.transaction(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`
    return forecastIn(bank, sql, customerId, asked)
  })
}

/** The same in a snapshot that somebody has taken already. */
export async function forecastIn(
  bank: Bank,
  sql: Sql,
  customerId: bigint,
  asked: Asked,
): Promise<Forecast> {
  const { at: now, day: today } = momentOf(bank)
  const accounts = await accountsOf(sql, customerId)
  const chosen = choose(accounts, asked)
  const accountIds = chosen.map(({ id }) => id)
  const past = { customerId, accountIds, today }
  const farthest = dayAfter(today, forecastDays.max)
  const pays = regularPay(await creditsOf(sql, accountIds, today), { today, last: farthest })
  const main = mainPay(pays)
  const payOn = main?.dates[0]
  const until = payOn ?? dayAfter(today, forecastDays.preset)
  const last = latest(until, dayAfter(today, asked.days ?? 1))
  const plans = await plansOf(bank, sql, { customerIds: [customerId], accounts, last })
  const money: Money = new Map(
    accounts.map(({ id, availableMinor, currency }) => [id, { availableMinor, currency }]),
  )
  const scheduled = play({ money, plans, now, until: last }, bank.config)
  const flows = [...scheduled, ...expectedOf(pays, last)]
  const buffers = await buffersOf(sql, accountIds)
  const bufferMinor = sum(buffers.map((kept) => kept.bufferMinor))
  const balanceMinor = sum(chosen.map((account) => account.balanceMinor))
  const availableMinor = sum(chosen.map((account) => account.availableMinor))
  const series = forecast({
    ...{ today, until, last, bufferMinor, balanceMinor },
    heldMinor: balanceMinor - availableMinor,
    flows: flows.filter(({ accountId }) => accountIds.includes(accountId)),
    usualMinor: usualSpending(await spentOf(sql, past), today),
  })
  return {
    ...series,
    ...{ today, until, balanceMinor, bufferMinor },
    currency: chosen[0]?.currency ?? 'usd',
    pay: main && payOn ? { on: payOn, name: main.name, amountMinor: main.amountMinor } : null,
    holds: await holdsOf(sql, accountIds),
  }
}

/** The account that is asked for, all of a currency, or the first. */
function choose(accounts: readonly OwnAccount[], { accountId, currency }: Asked): OwnAccount[] {
  const wanted = (currency ?? '').toLowerCase()
  const chosen = accounts.filter((account) =>
    accountId === undefined ? account.currency === wanted : account.publicId === accountId,
  )
  const [first] = accounts
  if (accountId === undefined && wanted === '' && first) return [first]
  if (chosen.length === 0) throw notYours()
  return chosen
}

/** Pay on its next days: it may come or not. */
function expectedOf(pays: readonly Pay[], last: string): Flow[] {
  return pays.flatMap(({ accountId, name: text, amountMinor, dates }) =>
    dates
      .filter((on) => on <= last)
      .map((on) => ({ on, accountId, kind: 'pay', text, amountMinor, id: null, expected: true })),
  )
}

const latest = (one: string, other: string) => (one > other ? one : other)

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

/** The same in the contract's words. */
export async function forecastOf(
  bank: Bank,
  customerId: bigint,
  asked: Asked,
): Promise<Output<typeof call>> {
  const found = await readForecast(bank, customerId, asked)
  const { missing, pay } = found
  return {
    currency: { Code: found.currency },
    payDay: pay && { on: pay.on, text: pay.name, amount: pay.amountMinor },
    until: found.until,
    safeToSpend: found.safeMinor,
    lowest: { on: found.lowest.on, amount: found.lowest.amountMinor },
    missing: missing && { on: missing.on, text: missing.text, amount: missing.amountMinor },
    buffer: found.bufferMinor,
    balance: found.balanceMinor,
    holds: found.holds.map(({ id, text, amountMinor }) => ({ id, text, amount: amountMinor })),
    available: found.availableMinor,
    days: found.days.map(({ on, scheduledMinor, lowMinor, usualMinor, reasons }) => ({
      ...{ on, scheduled: scheduledMinor, low: lowMinor, usual: usualMinor },
      reasons: reasons.map(({ amountMinor, missingMinor, ...reason }) => ({
        ...reason,
        amount: amountMinor,
        ...(missingMinor !== undefined && { missing: missingMinor }),
      })),
    })),
  }
}

/** Keeps back so much of an account, or nothing. */
export async function saveBufferOf(
  { db }: Pick<Bank, 'db'>,
  customerId: bigint,
  { accountId, amount }: { accountId: string; amount?: bigint | undefined },
): Promise<{ buffer: bigint }> {
  const { id } = await ownAccount(db.sql, customerId, accountId)
  if (amount === undefined) await db.sql`delete from forecast_buffers where account_id = ${id}`
  else {
    await db.sql`
      insert into forecast_buffers(account_id, buffer_minor) values (${id}, ${amount})
      on conflict (account_id) do update set buffer_minor = excluded.buffer_minor`
  }
  return { buffer: amount ?? 0n }
}
