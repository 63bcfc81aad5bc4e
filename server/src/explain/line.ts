import { type CurrencyCode, type Explanation, messages } from '@passbook/contract'
import { accountsOf, type OwnAccount } from '#accounts/accounts.ts'
import type { Sql } from '#db/db.ts'
import { Failure } from '#kernel/failure.ts'
import { flows } from '#ledger/flows.ts'
import { byId } from '#ledger/statement-lines.ts'
import type { Figure, Made } from './figure.ts'

/** A completed transaction: the postings of its entry. */
export const line: Figure = {
  async read({ sql, customer }, { line: id = '' }) {
    const own = await accountsOf(sql, customer.id, { withClosed: true })
    const found = await byId(sql, id)
    const account = own.find((one) => one.id === found?.accountId)
    if (!found || !account) throw new Failure('not_yours', messages.receiptUnavailable)
    const [told] = await sql<{ amountMinor: bigint }>`
      select ${flows.net.line} as "amountMinor" from transactions
      where account_id = ${found.accountId} and line = ${found.line} and state = 'completed'`
    const legs = found.entryId === null ? [] : await legsOf(sql, customer.id, found.entryId)
    return {
      label: found.name || found.description,
      currency: account.currency,
      totalMinor: told?.amountMinor ?? 0n,
      parts: partsOf(legs, account, found.day),
      next: null,
      postings: sides(legs),
    }
  },
}

type Leg = {
  accountId: bigint
  /** Of an own account. */
  name: string | null
  /** Of one of the bank's. */
  code: string | null
  currency: CurrencyCode
  amountMinor: bigint
}

async function legsOf(sql: Sql, customerId: bigint, entryId: bigint): Promise<Leg[]> {
  return sql<Leg>`
    select p.account_id as "accountId", a.name, split_part(l.code, ':', 1) as code, p.currency,
      p.amount_minor as "amountMinor"
    from ledger_postings p join ledger_accounts l on l.id = p.account_id
      left join accounts a on a.account_id = p.account_id and a.owner_id = ${customerId}
    where p.entry_id = ${entryId} order by p.leg`
}

/** What the entry posted to this account, which is what its line says. */
function partsOf(legs: readonly Leg[], account: OwnAccount, day: string): Made['parts'] {
  return legs
    .filter((leg) => leg.accountId === account.id)
    .map((leg) => ({
      Kind: 'posting',
      On: day,
      Text: account.name,
      Amount: leg.amountMinor,
      Parts: null,
      Reference: null,
    }))
}

/** The whole entry. Of others' accounts it says no more than what all of them got together. */
function sides(legs: readonly Leg[]): NonNullable<Explanation['Postings']> {
  const grouped = Map.groupBy(legs, ({ accountId, name, code, currency }) =>
    name !== null ? `own ${accountId}` : `${code ? 'bank' : 'other'} ${code ?? ''} ${currency}`,
  )
  return [...grouped.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { name, code, currency } = first
    return {
      Side: name !== null ? 'own' : code ? 'bank' : 'other',
      Text: name ?? code ?? '',
      Amount: group.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
      Currency: currency,
    }
  })
}
