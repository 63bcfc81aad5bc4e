import {
  barePayee,
  type CurrencyCode,
  currencies,
  decodeSymbol,
  parseMoney,
  requestOtp,
  requestOtpByForm,
  resolveAccount,
  toMoney,
  transferCard,
  transferCrypto,
  transferExternal,
  transferLocal,
  transferOwn,
} from '@passbook/contract'
import { accountsOf, ownAccount } from '#accounts/accounts.ts'
import { requestTransferCode } from '#auth/approval.ts'
import type { Customer } from '#auth/customers.ts'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { sendLocal, sendOwn } from './inside.ts'
import { sendCrypto, sendExternal, sendToCard } from './outside.ts'
import { localParties, payeeForWords, resolveName } from './payees.ts'

export function transferRoutes(route: Route<Customer>, bank: Bank): void {
  route(resolveAccount, ({ customer, input }) =>
    resolveName(bank, customer.id, input.accountNumber),
  )
  for (const call of [requestOtp, requestOtpByForm]) {
    route(call, async ({ customer, input }) => {
      const { pin, source_account, amount, to } = input
      const bound = await boundOrder(bank, customer, { source_account, amount, to })
      await requestTransferCode(bank, customer, { pin, ...bound })
    })
  }
  route(transferLocal, ({ customer, input, onceKey }) =>
    sendLocal(bank, customer, { ...input, onceKey }),
  )
  route(transferOwn, ({ customer, input, onceKey }) =>
    sendOwn(bank, customer, { ...input, onceKey }),
  )
  route(transferExternal, ({ customer, input, onceKey }) =>
    sendExternal(bank, customer, { ...input, onceKey }),
  )
  route(transferCard, ({ customer, input, onceKey }) =>
    sendToCard(bank, customer, { ...input, onceKey }),
  )
  route(transferCrypto, ({ customer, input, onceKey }) =>
    sendCrypto(bank, customer, { ...input, onceKey }),
  )
}

/** The order a code is asked for, where the client names it whole, and its words for the mail. */
async function boundOrder(
  bank: Bank,
  customer: Customer,
  { source_account, amount, to }: { source_account: string; amount: string; to: string },
) {
  const amountMinor = parseMoney(amount)
  if (!source_account || !amountMinor || !to) return {}
  const { currency, words } = to.startsWith('local:')
    ? await localWords(bank, customer.id, { source_account, number: barePayee(to) })
    : await otherWords(bank, customer.id, { source_account, to })
  const symbol = decodeSymbol(currencies[currency].symbol)
  return {
    order: { sourceAccount: source_account, amountMinor, to },
    payee: `${toMoney(amountMinor, symbol)} to ${words}`,
  }
}

type Words = { currency: CurrencyCode; words: string }

/** A number of this bank that nobody holds is refused here already: no code could pay it. */
async function localWords(
  bank: Bank,
  customerId: bigint,
  { source_account, number }: { source_account: string; number: string },
): Promise<Words> {
  const order = { source_account, number, field: 'to' }
  const { source, payee, closed } = await localParties(bank, customerId, order)
  if (closed) throw closed
  return { currency: source.currency, words: `${payee.holder} (${payee.number})` }
}

/** Elsewhere the bank's name belongs to whom the money goes to. */
async function otherWords(
  bank: Bank,
  customerId: bigint,
  { source_account, to }: { source_account: string; to: string },
): Promise<Words> {
  const { sql } = bank.db
  const { currency } = await ownAccount(sql, customerId, source_account, 'source_account')
  const bare = barePayee(to)
  const own = (await accountsOf(sql, customerId)).find(({ publicId }) => publicId === bare)
  if (own) return { currency, words: `${own.name} (${own.number})` }
  const inside = to === bare ? await payeeForWords(bank, customerId, bare) : undefined
  const words = inside ? `${inside.holder} (${inside.number})` : to.replace(/^[a-z]+:/, '')
  return { currency, words }
}
