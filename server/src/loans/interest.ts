import type { CurrencyCode } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { owedOn } from './decide.ts'
import { monthlyInterest } from './schedule.ts'

/** Charges the interest of every instalment that has come due, each once; answers how many. */
export async function chargeInterest(
  bank: Bank,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<number> {
  let charged = 0
  while (!signal?.aborted && (await bank.db.transaction((sql) => chargeOne(bank, sql)))) {
    charged += 1
  }
  return charged
}

type Due = {
  loanId: bigint
  number: number
  interestMinor: bigint
  publicId: string
  ledgerId: bigint
  currency: CurrencyCode
  rateBps: number
}

async function chargeOne(bank: Bank, sql: Sql): Promise<boolean> {
  const moment = momentOf(bank)
  // Both rows are locked: the instalment against a second worker, the loan against a repayment.
  const [due] = await sql<Due>`
    select i.loan_id as "loanId", i.number, i.interest_minor as "interestMinor",
      l.public_id as "publicId", l.ledger_id as "ledgerId", l.currency, l.rate_bps as "rateBps"
    from loan_instalments i join loans l on l.id = i.loan_id
    where i.charged_at is null and i.due_on <= ${moment.day} and l.state = 'active'
    order by i.due_on, i.loan_id limit 1 for update skip locked`
  if (!due) return false
  const interest = await chargeable(sql, due)
  const entryId = interest > 0n ? await chargeEntry(bank, sql, due, interest) : null
  await sql`
    update loan_instalments
    set charged_at = ${moment.at}, interest_entry = ${entryId}, interest_minor = ${interest}
    where loan_id = ${due.loanId} and number = ${due.number}`
  return true
}

/** As planned, but never interest on money that was paid back early. */
async function chargeable(sql: Sql, { interestMinor, ledgerId, rateBps }: Due): Promise<bigint> {
  const onOwed = monthlyInterest(await owedOn(sql, ledgerId), rateBps)
  return onOwed < interestMinor ? onOwed : interestMinor
}

async function chargeEntry(bank: Bank, sql: Sql, due: Due, amountMinor: bigint) {
  const { entryId } = await ledger.move(sql, {
    ...momentOf(bank),
    kind: 'loan.interest',
    memo: `${due.publicId} ${due.number}`,
    from: due.ledgerId,
    to: await internalAccount(sql, 'interest', due.currency),
    amountMinor,
  })
  return entryId
}
