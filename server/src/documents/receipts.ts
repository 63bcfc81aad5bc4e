import { formatDateTime, type Transaction, toDecimal, toGrouped } from '@passbook/contract'
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
  const isDebit = transaction.Type === 'debit'
  const currency = Account?.Currency.Code ?? ''
  const facts = {
    ...{ kind: 'receipt' as const, bank: bank.config.systemName },
    ...{ holder: `${firstName} ${lastName}`, account: Account?.Number ?? '', currency },
    ...{ reference: Id, at: Created.toISOString(), state: State },
    amount: `${isDebit ? '-' : ''}${toDecimal(Amount)}`,
  }
  const at = `${formatDateTime(Created, bank.config.bankZone)} ${bank.config.bankZone}`
  return {
    ...(await paperBy(bank, Created, facts)),
    kind: 'receipt',
    amount: `${isDebit ? '\u2212' : '+'}${toGrouped(Amount)} ${currency.toUpperCase()}`,
    warning: warningOf(transaction),
    rows: rowsOf(transaction, at),
  }
}

function warningOf({ State, Reason }: Transaction): string | undefined {
  if (State === 'completed') return undefined
  const words = State === 'pending' ? 'pending' : 'failed'
  return `This transaction is ${words}. This receipt is not proof of payment.${Reason ? ` ${Reason}.` : ''}`
}

function rowsOf(transaction: Transaction, at: string): ReceiptPaper['rows'] {
  const { Id, Account, Name, Accountnumber, Bank, Swift, Description, Type } = transaction
  const own = [Account?.Name, Account?.Number].filter(Boolean).join(', ')
  const other = [Name, Accountnumber].filter(Boolean).join(', ')
  const [sender, receiver] = Type === 'debit' ? [own, other] : [other, own]
  const rows = [
    { label: 'Sender', value: sender },
    { label: 'Receiver', value: receiver },
    { label: 'Bank', value: Bank ?? '' },
    { label: 'Swift Code', value: Swift ?? '' },
    { label: 'Date and time', value: at },
    { label: 'Reference Code', value: Id },
    { label: 'Note', value: Description ?? '' },
  ]
  return rows.filter(({ value }) => value !== '')
}
