import type { Transaction } from '@passbook/contract'
import { isCredit, isCryptoDeposit, isLoan, stateOf } from '@passbook/contract/transaction-rules'
import { t, told } from '#i18n/t.ts'

// Shared with the receipt as a file, which the server draws.
export {
  isCredit,
  isCryptoDeposit,
  isLoan,
  stateOf,
} from '@passbook/contract/transaction-rules'

/** How a line looks: a payment that was made looks neutral, and only a failed one looks failed. */
export type Look = 'transfer' | 'loan' | 'debit' | 'pending' | 'failed'

export function lookOf(transaction: Transaction): Look {
  const state = stateOf(transaction)
  if (state !== 'completed') return state
  if (isLoan(transaction)) return 'loan'
  return isCredit(transaction) ? 'transfer' : 'debit'
}

/** What a row is called: whom the money came from or went to, else what it was for. */
export function titleOf(transaction: Transaction): string {
  return (
    counterparty(transaction).name ||
    descriptionOf(transaction) ||
    sentence(transaction.Purpose ?? '') ||
    t('Transaction')
  )
}

/** What a payment was for, where its title does not say it already. */
export function noteOf(transaction: Transaction): string {
  const note = descriptionOf(transaction)
  return note === titleOf(transaction) ? '' : note
}

/** What a line was for, in its writer's words; those of the bank in the language of the page. */
export function descriptionOf(transaction: Transaction): string {
  const note = transaction.Description ?? ''
  return isCryptoDeposit(transaction) ||
    isBanks(note, transaction, /^(?:loan|interest|card payment)$/)
    ? told(note)
    : note
}

/** Of money from another bank name and note are the payer's, unless there are none. */
const isBanks = (text: string, { Method }: Transaction, methods: RegExp) =>
  text === 'Bank deposit' || methods.test(Method ?? '')

export function typeOf(transaction: Transaction): string {
  return isLoan(transaction) ? t('Loan') : sentence(transaction.Type)
}

/** The other side of a transaction; the bank names itself, and what has no name. */
export function counterparty(transaction: Transaction): { name: string; number: string } {
  const { Name, Accountnumber } = transaction
  const given = Name ?? ''
  const shown = isBanks(given, transaction, /^(?:loan|interest|crypto)$/) ? told(given) : given
  const name = isCryptoDeposit(transaction) ? t('Crypto Deposit') : shown
  return { name, number: Accountnumber ?? '' }
}

/** `others` becomes `Others`. */
export function sentence(word: string): string {
  return told(word.charAt(0).toUpperCase() + word.slice(1))
}

/** The reference where there is little room: its last characters become asterisks. */
export function maskedReference(id: string, masked: number): string {
  const shown = Math.max(id.length - masked, 0)
  return id.slice(0, shown) + '*'.repeat(id.length - shown)
}
