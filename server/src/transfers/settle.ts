import { type CurrencyCode, messages } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { type InternalName, internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import type { Rail } from '#ledger/order.ts'
import { byId } from '#ledger/statement-lines.ts'
import type { Network, Verdict } from './rails.ts'

type Waiting = {
  transactionId: string
  customerId: bigint
  rail: Rail
  payee: string
  toAccountId: bigint | null
  usdMinor: bigint
  day: string
}

const counterOfRail: Record<Exclude<Rail, 'inside'>, InternalName> = {
  bank: 'clearing',
  swift: 'clearing',
  card: 'cards',
  bitcoin: 'crypto',
}

/** Settles or fails what is due, one at a time; several workers share the work without doubling it. */
export async function settleDue(bank: Bank, network: Network): Promise<number> {
  let done = 0
  while (await bank.db.transaction((sql) => settleNext(bank, sql, network))) done += 1
  return done
}

async function settleNext(bank: Bank, sql: Sql, network: Network): Promise<boolean> {
  const [waiting] = await sql<Waiting>`
    select transaction_id as "transactionId", customer_id as "customerId", rail, payee,
      to_account_id as "toAccountId", usd_minor as "usdMinor", day
    from transfers where not done and not review and due_at <= ${bank.clock.now()}
    order by due_at limit 1 for update skip locked`
  if (!waiting) return false
  const line = await byId(sql, waiting.transactionId)
  if (!line) throw new Error('a waiting transfer has a statement line')
  const verdict = await network({ ...waiting, amountMinor: line.amountMinor })
  if ('review' in verdict) {
    await sql`
      update transfers set review = true where transaction_id = ${waiting.transactionId}`
    return true
  }
  await finish(bank, sql, waiting, verdict)
  return true
}

/** What the operator decides about a transfer that waits. */
export async function decideTransfer(
  bank: Bank,
  sql: Sql,
  { transactionId, verdict }: { transactionId: string; verdict: Verdict },
): Promise<void> {
  const line = await byId(sql, transactionId)
  const [waiting] = line
    ? await sql<Waiting>`
        select transaction_id as "transactionId", customer_id as "customerId", rail, payee,
          to_account_id as "toAccountId", usd_minor as "usdMinor", day
        from transfers where transaction_id = ${transactionId} and not done for update`
    : []
  if (!waiting) throw new Failure('invalid', 'No pending transfer has this reference')
  await finish(bank, sql, waiting, verdict)
}

async function finish(bank: Bank, sql: Sql, waiting: Waiting, verdict: Verdict): Promise<void> {
  const { transactionId } = waiting
  const moment = momentOf(bank)
  if ('paid' in verdict) {
    await ledger.settle(sql, { ...moment, transactionId, ...(await counterOf(sql, waiting)) })
  } else {
    const reason = 'refused' in verdict ? verdict.refused : messages.transferFailed
    await ledger.fail(sql, { transactionId, reason, at: moment.at })
    // What did not leave does not count towards the day's limit.
    await sql`
      update transfer_days set usd_minor = greatest(usd_minor - ${waiting.usdMinor}, 0)
      where customer_id = ${waiting.customerId} and day = ${waiting.day}`
  }
  await sql`update transfers set done = true where transaction_id = ${transactionId}`
}

/** The other side of a transfer: the rail's account, or the payee's with a line of its own. */
async function counterOf(sql: Sql, { transactionId, rail, toAccountId }: Waiting) {
  const line = await byId(sql, transactionId)
  if (!line) throw new Error('a waiting transfer has a statement line')
  const [source] = await sql<{ number: string; owner: string; currency: CurrencyCode }>`
    select a.number, c.first_name || ' ' || c.last_name as owner, l.currency
    from accounts a join customers c on c.id = a.owner_id join ledger_accounts l on l.id = a.account_id
    where a.account_id = ${line.accountId}`
  if (!source) throw new Error('a statement line belongs to an account')
  if (rail !== 'inside') {
    return {
      counter: await internalAccount(sql, counterOfRail[rail], source.currency),
      kind: `settle.${rail}`,
    }
  }
  if (toAccountId === null) throw new Error('a transfer inside the bank names its payee')
  return {
    counter: toAccountId,
    kind: 'transfer.local',
    counterLine: {
      purpose: 'transfer' as const,
      method: 'local',
      gateway: 'passbook',
      name: source.owner,
      accountNumber: source.number,
      description: line.description,
      same: true,
      ownAccount: line.ownAccount,
    },
  }
}
