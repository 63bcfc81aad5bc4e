import {
  barePayee,
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
import { payeeByNumber, resolveName } from './payees.ts'

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
  const { sql } = bank.db
  const source = await ownAccount(sql, customer.id, source_account, 'source_account')
  const ownAccounts = await accountsOf(sql, customer.id)
  const bare = barePayee(to)
  const own = ownAccounts.find((account) => account.publicId === bare)
  const inside = to === bare || to.startsWith('local:') ? await payeeByNumber(bank, bare) : null
  const name = own?.name ?? inside?.holder
  // Elsewhere the bank's name belongs to whom the money goes to.
  const words = name ? `${name} (${(own ?? inside)?.number})` : to.replace(/^[a-z]+:/, '')
  const symbol = decodeSymbol(currencies[source.currency].symbol)
  return {
    order: { sourceAccount: source_account, amountMinor, to },
    payee: `${toMoney(amountMinor, symbol)} to ${words}`,
  }
}
