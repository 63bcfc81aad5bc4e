import { formatDateTime, type Transaction, toDecimal, toGrouped } from '@passbook/contract'
import { hasTypedBank, hasTypedName, isOwnMove, partiesOf } from '@passbook/contract/parties'
import { receiptVersion, type SealFacts } from '@passbook/contract/seal'
import { isCredit, isCryptoDeposit, isLoan, stateOf } from '@passbook/contract/transaction-rules'
import { type Holder, receiptOf } from '#accounts/statement.ts'
import type { Bank } from '#kernel/context.ts'
import { spendAttempt } from '#limits/attempts.ts'
import { paperBy } from './make.ts'
import type { DrawnFile, ReceiptPaper } from './paper.ts'
import { renderer } from './renderer.ts'

/** A drawing takes a part of a second of a processor: enough for every receipt that a person needs. */
const perHour = 120

/** The receipt of a transaction as a file. The same line in the same state is the same file. */
export async function receiptFileOf(
  bank: Bank,
  customer: Holder,
  transactionId: string,
): Promise<{ name: string; file: DrawnFile }> {
  const transaction = await receiptOf(bank, customer, transactionId)
  const file = await renderer.drawFor(customer.id, async () => {
    // Counted where there is a place for it: who is told to come again has drawn nothing.
    const bucket = `receipt:hour:${customer.id}`
    await spendAttempt(bank.db.sql, { bucket, max: perHour, seconds: 3600, now: bank.clock.now() })
    return paperOf(bank, transaction)
  })
  return { name: `receipt-${transaction.Id}.pdf`, file }
}

async function paperOf(bank: Bank, transaction: Transaction): Promise<ReceiptPaper> {
  const { Id, Created, Amount, Account, State, Holder } = transaction
  const currency = Account?.Currency.Code ?? ''
  const facts = {
    ...{ kind: 'receipt' as const, bank: bank.config.systemName },
    ...{ holder: Holder ?? '', account: Account?.Number ?? '', currency },
    ...{ reference: Id, at: Created.toISOString(), state: State },
    amount: `${isCredit(transaction) ? '' : '-'}${toDecimal(Amount)}`,
    ...{ version: receiptVersion, receiver: sidesOf(transaction).receiver },
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
  const { Id, Created, Bank, Swift, Description } = transaction
  const { sender, receiver } = sidesOf(transaction)
  const rows = [
    { label: 'Sender', value: sender ? sideWords(sender) : '' },
    { label: 'Receiver', value: sideWords(receiver) },
    { label: 'Transaction Type', value: isLoan(transaction) ? 'Loan' : sentence(transaction.Type) },
    // It has no sender that could say it.
    { label: 'Counterparty', value: isCryptoDeposit(transaction) ? 'Crypto Deposit' : '' },
    { label: 'Bank', value: worded(Bank, Bank && hasTypedBank(transaction) && notVerified) },
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
  return `Approved with the passkey "${Approval.Name ?? ''}", ${timeIn(at, zone)}`
}

type Side = NonNullable<SealFacts['receiver']>

/**
 * Who paid whom. The customer's side is its holder: what they call their accounts is their own affair, and
 * would make a payee of whatever name.
 */
function sidesOf(transaction: Transaction): { sender: Side | null; receiver: Side } {
  const { Account, Holder, Name, Accountnumber } = transaction
  const own = isOwnMove(transaction)
  const holder = { name: Holder ?? '', verified: true, own }
  const number = Accountnumber ?? ''
  const verified = !hasTypedName(transaction)
  const other = own ? { ...holder, number } : { name: Name ?? '', number, verified, own }
  return partiesOf(transaction, { ...holder, number: Account?.Number ?? '' }, other)
}

const notVerified = 'Name not verified'

const sideWords = ({ name, number, verified, own }: Side): string =>
  worded(name, own ? `own account ${number}` : number, !verified && notVerified)

const worded = (...words: (string | false | null | undefined)[]) => words.filter(Boolean).join(', ')
const sentence = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const timeIn = (at: Date, zone: string) => `${formatDateTime(at, zone)} ${zone}`
