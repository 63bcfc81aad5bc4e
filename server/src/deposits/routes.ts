import { bitcoinWallet, initBitcoinDeposit } from '@passbook/contract'
import type { Customer } from '#auth/customers.ts'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { announceDeposit, walletOf } from './deposits.ts'

export function depositRoutes(route: Route<Customer>, bank: Bank): void {
  route(bitcoinWallet, async ({ customer, input }) => walletOf(bank, customer, input))
  route(initBitcoinDeposit, ({ customer, input, onceKey }) =>
    announceDeposit(bank, customer, { ...input, onceKey }),
  )
}
