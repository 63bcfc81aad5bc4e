import {
  billerList,
  cancelBill,
  messages,
  saveBiller,
  savedBills,
  skipBill,
} from '@passbook/contract'
import { checkPin } from '#auth/approval.ts'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { invalid } from '#kernel/failure.ts'
import { addBiller, billersOf, billsOf, saveBill, stopBill } from './bills.ts'
import { skipDate } from './skip.ts'

export function billRoutes(route: Route<{ id: bigint }>, bank: Bank): void {
  route(saveBiller, async ({ customer, input, onceKey, say }) => {
    if ('name' in input) return addBiller(bank, customer.id, input)
    // A PIN that is given must be right, also where none is asked for.
    if (bank.config.billPin && !input.pin) throw invalid('pin', messages.pinInvalid)
    if (input.pin) await checkPin(bank, customer.id, input.pin)
    const id = await saveBill(bank, customer.id, { ...input, onceKey })
    say(messages.billSaved)
    return { Id: id }
  })
  route(savedBills, ({ customer }) => billsOf(bank, customer.id))
  route(billerList, ({ customer }) => billersOf(bank, customer.id))
  route(skipBill, ({ customer, input }) => skipDate(bank, customer.id, input))
  route(cancelBill, ({ customer, input }) => stopBill(bank, customer.id, input))
}
