import type { CurrencyCode } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'

/** Books money that another bank sent to one of our accounts. */
export async function incomingCredit(
  bank: Pick<Bank, 'clock' | 'config'>,
  sql: Sql,
  order: { number: string; amountMinor: bigint; from: string; once?: ledger.Once | undefined },
): Promise<{ currency: CurrencyCode; availableMinor: bigint; replayed: boolean }> {
  const { number, amountMinor, from, once } = order
  const [account] = await sql<{ id: bigint; currency: CurrencyCode }>`
    select l.id, l.currency from accounts a join ledger_accounts l on l.id = a.account_id
    where a.number = ${number}`
  if (!account) throw new Failure('unknown_payee', `No account has the number ${number}`)
  const { lines, replayed } = await ledger.move(sql, {
    ...momentOf(bank),
    ...(once && { once }),
    kind: 'deposit.bank',
    memo: from,
    from: await internalAccount(sql, 'clearing', account.currency, account.id),
    to: account.id,
    amountMinor,
    toLine: {
      purpose: 'transfer',
      method: 'bank',
      gateway: 'clearing',
      name: from,
      description: from,
    },
  })
  const [line] = lines
  if (!line) throw new Error('a credit to a customer writes a statement line')
  return { currency: account.currency, availableMinor: line.availableMinor, replayed }
}
