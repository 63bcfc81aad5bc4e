import { hourIn } from '@passbook/contract'
import { capture } from '#card-controls/payments.ts'
import type { Db } from '#db/db.ts'
import { readForecast } from '#forecast/forecast.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { randomFrom } from '#kernel/random.ts'
import { payInstalments } from '#loans/auto-repay.ts'
import { chargeInterest } from '#loans/charge-interest.ts'
import { runOrders } from '#orders/pay-due.ts'
import { tellComing } from '#orders/tell.ts'
import { sandbox } from '#transfers/rails.ts'
import { settleDue } from '#transfers/settle-due.ts'
import { type Household, makeHousehold } from './households.ts'
import { testBank } from './test-bank.ts'

/** What came of a simulation; `misses` says in words where a forecast was wrong. */
export type ForecastRun = {
  customers: number
  accounts: number
  days: number
  /** How many days of accounts were compared, and on how many of them something had moved. */
  compared: number
  moved: number
  /** Payments that were made, and dates that passed for lack of money. */
  paid: number
  failed: number
  misses: string[]
}

const zone = 'America/New_York'
// Before the shortest month, with three month ends and a change of the clock to come.
const start = Date.UTC(2027, 0, 28, 15)
// The hours at which anything is tried, and every hour of the first day, which begins in its middle.
const hours = [0, 1, 2, 3, 6, 12, 18]
const everyHour = Array.from({ length: 24 }, (_, hour) => hour)

/**
 * Makes customers with bills, standing orders of every rule, loans and holds, asks once for the
 * forecast of each account, then lives through the days with the real jobs and compares on each day
 * what every account has with what was foretold.
 */
export async function simulateForecast(
  db: Db,
  { seed, days, customers }: { seed: number; days: number; customers: number },
): Promise<ForecastRun> {
  const random = randomFrom(seed)
  const limit = 1_000_000_000_00n
  const t = await testBank(db, {
    config: {
      bankZone: zone,
      dailyLimitUsdMinor: limit,
      exchangeLimitUsdMinor: limit,
      coolingLimitUsdMinor: limit,
    },
  })
  t.clock.advance(start - t.clock.now().getTime())
  const sink = await t.customer()
  const made: Household[] = []
  for (let count = 0; count < customers; count += 1) {
    made.push(await makeHousehold(t, { random, sink, days }))
  }
  const today = momentOf(t.bank).day
  const foretold = await foretell(t.bank, made, days)
  const misses: string[] = []
  let [compared, moved] = [0, 0]
  let before = new Map<bigint, bigint>()
  for (let number = 0; number <= days; number += 1) {
    const day = dayAfter(today, number)
    for (const hour of number === 0 ? everyHour : hours) {
      const aheadMs = hourIn(day, hour, zone).getTime() + 60_000 - t.clock.now().getTime()
      if (aheadMs < 0) continue
      t.clock.advance(aheadMs)
      await runJobs(t.bank)
    }
    if (number === 2) await captureCards(t.bank)
    const now = await availableOf(db)
    for (const { id, accountId, line } of foretold) {
      const actual = now.get(accountId)
      compared += 1
      if (before.has(accountId) && before.get(accountId) !== actual) moved += 1
      if (actual !== line.get(day)) {
        misses.push(`${id} ${accountId} ${day}: ${actual}, foretold ${line.get(day)}`)
      }
    }
    before = now
  }
  misses.push(...(await t.findings()))
  const counted = await countDates(db)
  if (counted.failed === 0) misses.push('nobody was without money')
  await t.stop()
  return {
    ...{ customers, accounts: foretold.length, days, compared, moved, misses },
    ...counted,
  }
}

type Foretold = { id: bigint; accountId: bigint; line: Map<string, bigint> }

async function foretell(bank: Bank, made: Household[], days: number): Promise<Foretold[]> {
  const foretold: Foretold[] = []
  for (const { id, accounts } of made) {
    for (const account of accounts) {
      const asked = { accountId: account.publicId, days }
      const found = await readForecast(bank, id, asked)
      const line = new Map(found.days.map(({ on, scheduledMinor }) => [on, scheduledMinor]))
      foretold.push({ id, accountId: account.id, line })
    }
  }
  return foretold
}

/** All that moves a customer's money without being asked, in the order of the list of jobs. */
async function runJobs(bank: Bank): Promise<void> {
  await settleDue(bank, sandbox)
  await tellComing(bank)
  await runOrders(bank)
  await chargeInterest(bank)
  await payInstalments(bank)
}

async function captureCards(bank: Bank): Promise<void> {
  const held = await bank.db.sql<{ id: string }>`
    select id from card_payments where state = 'authorised'`
  for (const { id } of held) await bank.db.transaction((sql) => capture(bank, sql, { id }))
}

async function availableOf(db: Db): Promise<Map<bigint, bigint>> {
  const rows = await db.sql<{ id: bigint; availableMinor: bigint }>`
    select id, balance_minor - held_minor as "availableMinor" from ledger_accounts
    where owner_id is not null`
  return new Map(rows.map(({ id, availableMinor }) => [id, availableMinor]))
}

async function countDates(db: Db): Promise<{ paid: number; failed: number }> {
  const [row] = await db.sql<{ paid: number; failed: number }>`
    select ((select count(*) from orders_due where state = 'paid')
        + (select count(*) from loan_payments))::int4 as paid,
      (select count(*) from orders_due where state = 'failed')::int4 as failed`
  return row ?? { paid: 0, failed: 0 }
}
