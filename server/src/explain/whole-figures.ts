import { type CurrencyCode, messages, toDecimal, uuid } from '@passbook/contract'
import { accountsOf, type OwnAccount } from '#accounts/accounts.ts'
import { inDollars } from '#cards/cards.ts'
import { Failure } from '#kernel/failure.ts'
import type { Figure, Part } from './figure.ts'

/** What all accounts in one currency hold together. */
export const total: Figure = {
  async read({ sql, customer }, { currency = '' }) {
    const own = await accountsOf(sql, customer.id)
    const counted = own.filter((account) => account.currency === currency)
    return {
      currency,
      totalMinor: counted.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0n),
      parts: counted.map((account) => accountPart(account, account.balanceMinor)),
      next: null,
    }
  },
}

/** What a card shows: the balance of its account, in dollars. */
export const card: Figure = {
  async read({ sql, customer }, { card: id = '' }) {
    const own = await accountsOf(sql, customer.id, { withClosed: true })
    const [found] = uuid.test(id)
      ? await sql<{ accountId: bigint }>`
          select account_id as "accountId" from cards
          where id = ${id} and customer_id = ${customer.id} and state <> 'lost'`
      : []
    const account = own.find((one) => one.id === found?.accountId)
    if (!account) throw new Failure('not_yours', messages.cardUnknown, { field: 'card' })
    const minor = inDollars(account.currency, account.balanceMinor)
    const exchanged = account.currency !== 'usd' && { Original: originalOf(account) }
    return {
      currency: 'usd' satisfies CurrencyCode,
      totalMinor: minor,
      parts: [{ ...accountPart(account, minor), ...exchanged }],
      next: null,
    }
  },
}

const accountPart = ({ name, publicId }: OwnAccount, minor: bigint): Part => ({
  Kind: 'account',
  On: null,
  Text: name,
  Amount: minor,
  Parts: { figure: 'balance', account: publicId },
  Reference: null,
})

const originalOf = ({ balanceMinor, currency }: OwnAccount) =>
  `${toDecimal(balanceMinor)} ${currency.toUpperCase()}`
