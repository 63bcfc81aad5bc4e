import { toDecimal } from '@passbook/contract'
import type { FileLine, StatementFile, StatementFormat } from './format.ts'
import { oneLine } from './text.ts'

const columns = [
  'Date',
  'Type',
  'Amount',
  'Balance after',
  'Counterparty',
  'Account number',
  'Reference',
  'Description',
  'State',
  'Currency',
  'Own account',
]

/** Tells spreadsheets how the file is encoded. */
export const utf8Mark = '\ufeff'

/**
 * RFC 4180 with a mark for spreadsheets that it is UTF-8. Every row has the same columns. The
 * first row after the header is of the type `opening` and the last of the type `closing`; both have
 * a balance and no amount. Between them come all lines, oldest first: a line that is not `completed`
 * shows its amount but leaves the balance after it as it was. Hence opening + the amounts of the
 * completed lines = closing.
 */
export const csv: StatementFormat = {
  extension: 'csv',
  type: 'text/csv; charset=utf-8',
  head: (file) => `${utf8Mark}${row(columns)}${balanceRow(file, 'opening')}`,
  line: lineRow,
  tail: (file) => balanceRow(file, 'closing'),
}

function balanceRow(file: StatementFile, type: 'opening' | 'closing'): string {
  const [day, minor] =
    type === 'opening' ? [file.openingDay, file.openingMinor] : [file.balanceDay, file.closingMinor]
  return row([day, type, '', toDecimal(minor), '', '', '', '', '', ...ownCells(file)])
}

/** What money it is and whose, in every row: files of several accounts are often put together. */
function ownCells({ account }: StatementFile): string[] {
  return [account.currency.toUpperCase(), account.number]
}

function lineRow(line: FileLine, file: StatementFile): string {
  return row([
    line.day,
    line.type,
    toDecimal(line.signedMinor),
    toDecimal(line.balanceAfterMinor),
    textCell(line.name),
    textCell(line.accountNumber),
    textCell(line.reference || line.id),
    textCell(line.description),
    line.state,
    ...ownCells(file),
  ])
}

/** A row of a file for spreadsheets. */
export const row = (cells: string[]) => `${cells.map(quoted).join(',')}\r\n`

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

// Spreadsheets run a cell that starts like this, also after spaces, and some the wide forms too.
const formula = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

// Where the language of the machine has it so, a file is split at these instead of at commas, quoted
// or not, and then a formula can begin in the middle of a text. Tabs have become spaces by then.
const formulaAfterSeparator = /([;|][\s"']*)(?=[=+\-@＝＋－＠])/gu

/** What a person wrote, never as a formula. Numbers do not come through here: they are ours. */
export function textCell(text: string): string {
  const plain = oneLine(text).replaceAll(formulaAfterSeparator, "$1'")
  // Also what begins like one only after what cannot be printed is gone.
  return formula.test(text) || formula.test(plain) ? `'${plain}` : plain
}
