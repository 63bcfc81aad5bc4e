import { beneficiaries, deleteBeneficiary, messages, saveBeneficiary } from '@passbook/contract'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { addRecipient, deleteRecipient, holderOf, recipientsOf } from './beneficiaries.ts'

export function beneficiaryRoutes(route: Route<{ id: bigint }>, bank: Bank): void {
  const { db, clock } = bank
  route(beneficiaries, ({ customer }) => recipientsOf(db.sql, customer.id))
  route(saveBeneficiary, async ({ customer, input, say }) => {
    await addRecipient(db.sql, customer.id, {
      type: input.type,
      accountNumber: input.account_number,
      accountName:
        input.type === 'local transfer'
          ? await holderOf(bank, customer.id, input.account_number)
          : input.account_name,
      bankName: input.bank_name,
      swift: input.swift_code,
      now: clock.now(),
    })
    say(messages.beneficiarySaved)
  })
  route(deleteBeneficiary, ({ customer, input }) => deleteRecipient(db.sql, customer.id, input.id))
}
