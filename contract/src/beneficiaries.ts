import * as z from 'zod/mini'
import { anything, call, nothing } from './call.ts'
import { beneficiaryTypes } from './catalog.ts'
import { oneOf, optionalText, slot, text, word } from './fields.ts'
import { whenRead } from './habits.ts'
import { limits } from './limits.ts'
import * as messages from './messages.ts'
import { isBic, isForeignNumber } from './numbers.ts'

const entry = whenRead(
  z.object({
    Id: z.optional(z.string()),
    Type: z.optional(word),
    BankName: z.optional(z.nullable(z.string())),
    AccountName: z.string(),
    AccountNumber: z.string(),
    Swift: z.optional(z.nullable(z.string())),
  }),
  { missing: { AccountName: '' } },
)
export type Beneficiary = z.output<typeof entry>

export const beneficiaries = call({
  method: 'GET',
  path: 'beneficiaries',
  access: 'customer',
  request: nothing,
  response: z.array(entry),
})

const needsBank = (type: string) => type === 'other banks' || type === 'wire transfer'

/** What the add-beneficiary form collects. */
export const saveBeneficiary = call({
  method: 'POST',
  path: 'beneficiaries',
  access: 'customer',
  request: z
    .object({
      type: oneOf(beneficiaryTypes, messages.beneficiaryTypeInvalid),
      account_number: text(messages.beneficiaryNumberInvalid, 40)
        .check(z.minLength(limits.beneficiaryNumberOver + 1, messages.beneficiaryNumberInvalid))
        .check(z.regex(/^[0-9A-Za-z]+$/, messages.beneficiaryNumberInvalid)),
      account_name: text(messages.beneficiaryNameMissing, 120),
      bank_name: optionalText(120),
      swift_code: optionalText(20),
    })
    .check(
      // What no transfer could pay is not worth keeping.
      z.refine((saved) => !needsBank(saved.type) || isForeignNumber(saved.account_number), {
        error: messages.beneficiaryNumberInvalid,
        path: ['account_number'],
      }),
      z.refine((saved) => !needsBank(saved.type) || saved.bank_name !== '', {
        error: messages.beneficiaryBankMissing,
        path: ['bank_name'],
      }),
      z.refine((saved) => saved.type !== 'wire transfer' || isBic(saved.swift_code), {
        error: messages.beneficiarySwiftMissing,
        path: ['swift_code'],
      }),
    ),
  response: anything,
})

/** Additive. */
export const deleteBeneficiary = call({
  method: 'DELETE',
  path: 'beneficiaries/{id}',
  access: 'customer',
  fresh: true,
  request: z.object({ id: slot(messages.recipientUnknown) }),
  response: anything,
})
