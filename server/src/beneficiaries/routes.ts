import { beneficiaries, deleteBeneficiary, messages, saveBeneficiary } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import {
  addRecipient,
  deleteRecipient,
  holderOf,
  recipientsOf,
  replacesSomebody,
} from './beneficiaries.ts'

type Asker = { id: bigint }

/** `holdFresh` refuses a session that is not fresh, and keeps it until the change is committed. */
export function beneficiaryRoutes<Who extends Asker>(
  route: Route<Who>,
  bank: Bank,
  holdFresh: (bank: Bank, sql: Sql, who: Who) => Promise<void>,
): void {
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
    await db.transaction(async (sql) => {
      await lockCustomer(sql, customer.id)
      if (await replacesSomebody(sql, customer.id, recipient)) {
        await holdFresh(bank, sql, customer)
      }
      await addRecipient(sql, customer.id, recipient)
    })
    say(messages.beneficiarySaved)
  })
  route(deleteBeneficiary, ({ customer, input }) =>
    db.transaction(async (sql) => {
      await lockCustomer(sql, customer.id)
      await holdFresh(bank, sql, customer)
      await deleteRecipient(sql, customer.id, input.id)
    }),
  )
}
