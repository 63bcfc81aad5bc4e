import { beneficiaries, deleteBeneficiary, messages, saveBeneficiary } from '@passbook/contract'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { refusal } from '#kernel/failure.ts'
import {
  addRecipient,
  changesDestination,
  deleteRecipient,
  holderOf,
  recipientsOf,
} from './beneficiaries.ts'

type Asker = { id: bigint; freshUntil: Date | null }

export function beneficiaryRoutes(route: Route<Asker>, bank: Bank): void {
  const { db, clock } = bank
  route(beneficiaries, ({ customer }) => recipientsOf(db.sql, customer.id))
  route(saveBeneficiary, async ({ customer, input, say }) => {
    const recipient = {
      type: input.type,
      accountNumber: input.account_number,
      accountName:
        input.type === 'local transfer'
          ? await holderOf(bank, customer.id, input.account_number)
          : input.account_name,
      bankName: input.bank_name,
      swift: input.swift_code,
      now: clock.now(),
    }
    const isFresh = customer.freshUntil !== null && customer.freshUntil > clock.now()
    if (!isFresh && (await changesDestination(db.sql, customer.id, recipient))) {
      throw refusal('reauth_required')
    }
    await addRecipient(db.sql, customer.id, recipient)
    say(messages.beneficiarySaved)
  })
  route(deleteBeneficiary, ({ customer, input }) => deleteRecipient(db.sql, customer.id, input.id))
}
