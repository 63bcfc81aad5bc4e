import {
  accountOverview,
  createAccount,
  transactionReceipt,
  transactions,
} from '@passbook/contract'
import type { ClaimRoute, Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { openAccount, ownAccount, showAccount } from './accounts.ts'
import { overviewOf, receiptOf, statementPage } from './statement.ts'

export function accountRoutes(
  { route, claimRoute }: { route: Route<{ id: bigint }>; claimRoute: ClaimRoute },
  bank: Bank,
): void {
  claimRoute(transactions, ({ claim, input }) => statementPage(bank, claim, input))
  route(accountOverview, async ({ customer, input }) => {
    const account = await ownAccount(bank.db.sql, customer.id, input.accountId)
    return overviewOf(bank, account, input)
  })
  route(transactionReceipt, ({ customer, input }) =>
    receiptOf(bank, customer.id, input.transactionId),
  )
  route(createAccount, async ({ customer, input }) => {
    const fresh = {
      type: input.accountType,
      currency: input.currency,
      name: input.accountName,
      now: bank.clock.now(),
    }
    return showAccount(await bank.db.transaction((sql) => openAccount(sql, customer.id, fresh)))
  })
}
