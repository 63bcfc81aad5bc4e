import { formatDateTime, type Transaction, toDecimal, toGrouped } from '@passbook/contract'
import {
  hasTypedName,
  isCredit,
  isCryptoDeposit,
  isLoan,
  partiesOf,
  stateOf,
} from '@passbook/contract/transaction-rules'
import { receiptOf } from '#accounts/statement.ts'
import type { Bank } from '#kernel/context.ts'
import { spendAttempt } from '#limits/attempts.ts'
import { paperBy } from './make.ts'
import type { DrawnFile, ReceiptPaper } from './paper.ts'
import { renderer } from './renderer.ts'

type Owner = { id: bigint; username: string; firstName: string; lastName: string }

/** A drawing takes a part of a second of a processor: enough for every receipt that a person needs. */
const perHour = 120

/** The receipt of a transaction as a file. The same line in the same state is the same file. */
export async function receiptFileOf(
  bank: Bank,
  customer: Owner,
  transactionId: string,
): Promise<{ name: string; file: DrawnFile }> {
  const transaction = await receiptOf(bank, customer, transactionId)
  const file = await renderer.drawFor(customer.id, async () => {
    // Counted where there is a place for it: who is told to come again has drawn nothing.
    const bucket = `receipt:hour:${customer.id}`
    await spendAttempt(bank.db.sql, { bucket, max: perHour, seconds: 3600, now: bank.clock.now() })
    return paperOf(bank, customer, transaction)
  })
  return { name: `receipt-${transaction.Id}.pdf`, file }
}

async function paperOf(
  bank: Bank,
  { firstName, lastName }: Owner,
  transaction: Transaction,
): Promise<ReceiptPaper> {
  const { Id, Created, Amount, Account, State } = transaction
  const currency = Account?.Currency.Code ?? ''
  const facts = {
    ...{ kind: 'receipt' as const, bank: bank.config.systemName },
    ...{ holder: `${firstName} ${lastName}`, account: Account?.Number ?? '', currency },
    ...{ reference: Id, at: Created.toISOString(), state: State },
    amount: `${isCredit(transaction) ? '' : '-'}${toDecimal(Amount)}`,
  }
  return {
    ...(await paperBy(bank, Created, facts)),
    kind: 'receipt',
    amount: `${isCredit(transaction) ? '+' : '\u2212'}${toGrouped(Amount)} ${currency.toUpperCase()}`,
    warning: warningOf(transaction),
    rows: rowsOf(transaction, bank.config.bankZone),
  }
}

function warningOf(transaction: Transaction): string | undefined {
  const state = stateOf(transaction)
  if (state === 'completed') return undefined
  const { Reason } = transaction
  return `This transaction is ${state}. This receipt is not proof of payment.${Reason ? ` ${Reason}.` : ''}`
}

/** Says what the receipt on the screen says, line by line. */
function rowsOf(transaction: Transaction, zone: string): ReceiptPaper['rows'] {
  const { Id, Created, Account, Name, Accountnumber, Bank, Swift, Description } = transaction
  const typed = hasTypedName(transaction) ? 'Name not verified' : ''
  const { sender, receiver } = partiesOf(
    transaction,
    worded(Account?.Name, Account?.Number),
    worded(Name, Accountnumber, typed),
  )
  const rows = [
    { label: 'Sender', value: sender ?? '' },
    { label: 'Receiver', value: receiver },
    { label: 'Transaction Type', value: isLoan(transaction) ? 'Loan' : sentence(transaction.Type) },
    // It has no sender that could say it.
    { label: 'Counterparty', value: isCryptoDeposit(transaction) ? 'Crypto Deposit' : '' },
    { label: 'Bank', value: Bank ?? '' },
    { label: 'Swift Code', value: Swift ?? '' },
    { label: 'Date and time', value: timeIn(Created, zone) },
    { label: 'Reference Code', value: Id },
    { label: 'Note', value: Description ?? '' },
    { label: 'Approval', value: approvalOf(transaction, zone) },
  ]
  return rows.filter(({ value }) => value !== '')
}

/** The passkey that approved it. */
function approvalOf({ Approval, Created }: Transaction, zone: string): string {
  if (!Approval) return ''
  const at = new Date(Approval.ApprovedAt ?? Created)
  return `Approved with ${Approval.Name ?? ''}, ${timeIn(at, zone)}`
}

const worded = (...words: (string | null | undefined)[]) => words.filter(Boolean).join(', ')
const sentence = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const timeIn = (at: Date, zone: string) => `${formatDateTime(at, zone)} ${zone}`
