import { Readable } from 'node:stream'
import {
  accountOverview,
  accountStatement,
  balanceDays,
  createAccount,
  exportStatement,
  payeeTotal,
  renameAccount,
  searchTransactions,
  transactionReceipt,
  transactions,
} from '@passbook/contract'
import type { ClaimRoute, RawRoute, Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { assertAccountName } from '#kernel/own-names.ts'
import { nameAccount, openAccount, showAccount } from './accounts.ts'
import { exportFile } from './export.ts'
import { printedStatement } from './printed-statement.ts'
import { payeeTotalOf, searchLines } from './search.ts'
import { balancesOf, type Holder, overviewOf, receiptOf, statementPage } from './statement.ts'

export function accountRoutes(
  { route, claimRoute }: { route: Route<Holder>; claimRoute: ClaimRoute },
  bank: Bank,
): void {
  claimRoute(transactions, ({ claim, input }) => statementPage(bank, claim, input))
  route(accountOverview, ({ customer, input }) => overviewOf(bank, customer.id, input))
  route(balanceDays, ({ customer }) => balancesOf(bank, customer.id))
  route(transactionReceipt, ({ customer, input }) => receiptOf(bank, customer, input.transactionId))
  route(searchTransactions, ({ customer, input }) => searchLines(bank, customer, input))
  route(payeeTotal, ({ customer, input }) => payeeTotalOf(bank, customer, input.transactionId))
  route(createAccount, async ({ customer, input, onceKey }) => {
    assertAccountName(bank.config.systemName, input.accountName)
    const fresh = {
      type: input.accountType,
      currency: input.currency,
      name: input.accountName,
      onceKey,
      now: bank.clock.businessNow(),
    }
    return showAccount(await bank.db.transaction((sql) => openAccount(sql, customer.id, fresh)))
  })
  route(renameAccount, async ({ customer, input: { accountId, accountName } }) => {
    assertAccountName(bank.config.systemName, accountName)
    return showAccount(await nameAccount(bank.db.sql, customer.id, accountId, accountName))
  })
}

/**
 * Whole statements, as a file and to print. They are read no faster than they are taken, and a
 * client that goes away ends the reading. `onBroken` hears of what fails after the first byte, when
 * no reply can tell it any more: the connection is cut, so that half a statement is none.
 */
export function wholeStatementRoutes(
  rawRoute: RawRoute<{ id: bigint }>,
  bank: Bank,
  onBroken: (error: unknown) => void,
): void {
  const watched = (body: AsyncIterable<string>) => Readable.from(body).on('error', onBroken)
  rawRoute(exportStatement, async ({ customer, input, paced }, reply) => {
    const { name, type, body } = await exportFile(bank, customer.id, input)
    return reply
      .type(type)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(watched(paced(body)))
  })
  rawRoute(accountStatement, async ({ customer, input, paced }, reply) => {
    const body = await printedStatement(bank, customer.id, input)
    return reply.type('application/json; charset=utf-8').send(watched(paced(body)))
  })
}
