import type { CurrencyCode } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { monthlyInterest } from './schedule.ts'

// One statement for each table and group: how long an instalment takes does not depend on how many wait.
const groupSize = 200

/** Charges the interest of every instalment that has come due, each once; answers how many. */
export async function chargeInterest(
  bank: Bank,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<number> {
  let charged = 0
  while (!signal?.aborted) {
    const group = await bank.db.transaction((sql) => chargeGroup(bank, sql))
    charged += group
    if (group === 0) break
  }
  return charged
}

type Due = {
  loanId: bigint
  number: number
  interestMinor: bigint
  owedMinor: bigint
  publicId: string
  ledgerId: bigint
  currency: CurrencyCode
  rateBps: number
}

async function chargeGroup(bank: Bank, sql: Sql): Promise<number> {
  const moment = momentOf(bank)
  const due = await takeDue(sql, moment.day)
  if (due.length === 0) return 0
  const orders: { due: Due; amountMinor: bigint }[] = due.map((one) => ({
    due: one,
    amountMinor: chargeable(one),
  }))
  const costing = orders.filter(({ amountMinor }) => amountMinor > 0n)
  const entries = []
  for (const { due: one, amountMinor } of costing) {
    entries.push(await interestEntry(sql, one, amountMinor))
  }
  const results = entries.length > 0 ? await ledger.postMany(sql, entries, moment) : []
  const entryOf = new Map<Due, bigint | null>()
  for (const [index, { due: one }] of costing.entries()) {
    const entry = entries[index]
    // What did not pass with the others is posted alone, which says why.
    const done = results[index] ?? (entry && (await ledger.post(sql, { ...moment, ...entry })))
    entryOf.set(one, done?.entryId ?? null)
  }
  await sql`
    update loan_instalments i
    set charged_at = ${moment.at}, interest_entry = u.entry, interest_minor = u.interest
    from unnest(${due.map(({ loanId }) => loanId)}::int8[], ${due.map((one) => one.number)}::int4[],
      ${due.map((one) => entryOf.get(one) ?? null)}::int8[],
      ${orders.map(({ amountMinor }) => amountMinor)}::int8[]) u(loan_id, number, entry, interest)
    where i.loan_id = u.loan_id and i.number = u.number`
  return due.length
}

/**
 * The next instalments, at most one of each loan: a second one depends on what the first has cost.
 * Both rows are locked: the instalment against a second worker, the loan against a repayment.
 */
async function takeDue(sql: Sql, day: string): Promise<Due[]> {
  const rows = await sql<Due>`
    select i.loan_id as "loanId", i.number, i.interest_minor as "interestMinor",
      -r.balance_minor as "owedMinor", l.public_id as "publicId", l.ledger_id as "ledgerId",
      l.currency, l.rate_bps as "rateBps"
    from loan_instalments i join loans l on l.id = i.loan_id
      join ledger_accounts r on r.id = l.ledger_id
    where i.charged_at is null and i.due_on <= ${day} and l.state = 'active'
    order by i.due_on, i.loan_id limit ${groupSize} for update of i, l skip locked`
  const seen = new Set<bigint>()
  return rows.filter(({ loanId }) => !seen.has(loanId) && seen.add(loanId))
}

/** As planned, but never interest on money that was paid back early. */
function chargeable({ interestMinor, owedMinor, rateBps }: Due): bigint {
  const onOwed = monthlyInterest(owedMinor, rateBps)
  return onOwed < interestMinor ? onOwed : interestMinor
}

async function interestEntry(sql: Sql, due: Due, amountMinor: bigint) {
  const income = await internalAccount(sql, 'interest', due.currency, due.ledgerId)
  return {
    kind: 'loan.interest',
    memo: `${due.publicId} ${due.number}`,
    legs: [
      { accountId: due.ledgerId, amountMinor: -amountMinor },
      { accountId: income, amountMinor },
    ],
  }
}
