import {
  billerList,
  cancelBill,
  messages,
  saveBiller,
  savedBills,
  skipBill,
} from '@passbook/contract'
import type { SignedIn } from '#auth/sessions.ts'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { approveBill } from './approve.ts'
import { addBiller, billersOf, billsOf, saveBill, stopBill } from './bills.ts'
import { skipDate } from './skip.ts'

export function billRoutes(route: Route<SignedIn>, bank: Bank): void {
  route(saveBiller, async ({ customer, input, onceKey, say }) => {
    if ('name' in input) return addBiller(bank, customer.id, input)
    const { pin, otp, approval, ...order } = input
    const given = { order, approval: { pin, otp, approval } }
    const approve = await approveBill(bank, customer, given)
    const id = await saveBill(bank, customer.id, { ...order, onceKey }, approve)
    say(messages.billSaved)
    return { Id: id }
  })
  route(savedBills, ({ customer }) => billsOf(bank, customer.id))
  route(billerList, ({ customer }) => billersOf(bank, customer.id))
  route(skipBill, ({ customer, input }) => skipDate(bank, customer.id, input))
  route(cancelBill, ({ customer, input }) => stopBill(bank, customer.id, input))
}
