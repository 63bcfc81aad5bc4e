import { type Beneficiary, banks } from '@passbook/contract'
import type { Kind, Values } from './flow.ts'

export type PersonKind = Extract<Kind, 'local' | 'other-banks' | 'wire'>

/** What each form's recipients are called where they are kept. */
export const recipientType = {
  local: 'local transfer',
  'other-banks': 'other banks',
  wire: 'wire transfer',
} as const

const personKinds = Object.keys(recipientType) as PersonKind[]

/** Whether a form pays somebody who can be kept as a recipient. */
export const isPersonKind = (kind: Kind): kind is PersonKind => kind in recipientType

/** The form a recipient is paid by; one without a type is known by what is kept of it. */
export function kindOfRecipient({ Type, Swift, BankName }: Beneficiary): PersonKind {
  const told = personKinds.find((kind) => recipientType[kind] === Type)
  return told ?? (Swift ? 'wire' : BankName ? 'other-banks' : 'local')
}

/** People write numbers in groups; the bank knows them without. */
export const plainNumber = (typed: string) => typed.replaceAll(/[\s-]/g, '')

/** Of a name that was not checked, or no longer the one that was. */
export const unchecked = { payee_verdict: '', payee_anyway: '' }

/** The fields of a form that a recipient fills in, and that nothing of another is left in. */
export function payeeValues(kind: PersonKind, recipient: Beneficiary): Values {
  const { AccountName, BankName, Swift } = recipient
  const isListed = (banks as readonly string[]).includes(BankName ?? '')
  return {
    acc_number: plainNumber(recipient.AccountNumber),
    acc_name: AccountName,
    name_by: 'recipient',
    // It is among the saved ones already.
    save_recipient: 'false',
    ...(kind === 'local' ? { payee_name: '', ...unchecked } : {}),
    // A bank that is not on the list is no choice, and an earlier choice is another's bank.
    ...(kind === 'other-banks' ? { bank: isListed ? (BankName ?? '') : '' } : {}),
    ...(kind === 'wire' ? { bank_name: BankName ?? '', swift: Swift ?? '' } : {}),
  }
}
