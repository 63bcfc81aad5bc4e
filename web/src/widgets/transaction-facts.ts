import type { Account, Transaction } from '@passbook/contract'
import {
  isCredit,
  isCryptoDeposit,
  isLoan,
  isOwnMove,
  partiesOf,
  stateOf,
} from '@passbook/contract/transaction-rules'
import { t, told } from '#i18n/t.ts'

// Shared with the receipt as a file, which the server draws.
export {
  hasTypedBank,
  hasTypedName,
  isCredit,
  isCryptoDeposit,
  isLoan,
  stateOf,
} from '@passbook/contract/transaction-rules'

/** How a line looks: a payment that was made looks neutral, and only a failed one looks failed. */
export type Look = 'transfer' | 'loan' | 'debit' | 'pending' | 'failed'
export type Party = {
  name: string
  number: string
  /** Of an account of the customer: whose it is, where that is known. */
  holder?: string
  /** One of two accounts of the same customer: its name is the holder's, whatever the account is called. */
  own?: boolean
}

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
export function counterparty(transaction: Transaction): Party {
  const { Name, Accountnumber } = transaction
  const given = Name ?? ''
  const shown = isBanks(given, transaction, /^(?:loan|interest|crypto)$/) ? told(given) : given
  const name = isCryptoDeposit(transaction) ? t('Crypto Deposit') : shown
  return { name, number: Accountnumber ?? '' }
}

/**
 * Who sent and who received. Account and holder are those whose statement is shown, for a line that does
 * not name them.
 */
export function parties(
  transaction: Transaction,
  account: Pick<Account, 'Name' | 'Number'> | null = null,
  customer = '',
): { sender: Party | null; receiver: Party } {
  const held = transaction.Account ?? account
  const holder = transaction.Holder ?? customer
  const side: Party = { name: held?.Name ?? '', number: held?.Number ?? '', holder }
  const other = counterparty(transaction)
  if (!isOwnMove(transaction)) return partiesOf(transaction, side, other)
  const own = { name: holder, own: true }
  return partiesOf(transaction, { ...own, number: side.number }, { ...own, number: other.number })
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
