import { toDecimal } from '@passbook/contract'
import type { FileLine, StatementFile, StatementFormat } from './format.ts'
import { oneLine } from './text.ts'

/** What fits a cheque's number; a longer reference stands in the memo. */
const maxNumber = 20

/**
 * A record for the opening balance (a transfer of the account to itself, as Quicken writes it, which
 * also names the account), then the completed lines. Days are month/day/year. No `!Account` record
 * before them: Quicken and its heirs do without, and strict readers refuse a file that begins so.
 */
export const qif: StatementFormat = {
  extension: 'qif',
  type: 'application/qif; charset=utf-8',
  head: openingRecord,
  line: (line) => (line.state === 'completed' ? lineRecord(line) : ''),
  tail: () => '',
}

function openingRecord(file: StatementFile): string {
  return record([
    '!Type:Bank',
    `D${usDay(file.openingDay)}`,
    `T${toDecimal(file.openingMinor)}`,
    'CX',
    'POpening Balance',
    `L[${file.account.number}]`,
  ])
}

function lineRecord(line: FileLine): string {
  const reference = oneLine(line.reference)
  const isNumber = reference.length <= maxNumber
  const memo = [line.description, line.accountNumber, isNumber ? '' : reference]
  return record([
    `D${usDay(line.day)}`,
    `T${toDecimal(line.signedMinor)}`,
    'CX',
    field('N', isNumber ? reference : ''),
    field('P', line.name),
    field(
      'M',
      memo
        .map((text) => oneLine(text))
        .filter(Boolean)
        .join(' / '),
    ),
  ])
}

function field(code: string, text: string): string {
  const clean = oneLine(text)
  return clean === '' ? '' : `${code}${clean}`
}

const record = (fields: string[]) => `${fields.filter(Boolean).join('\n')}\n^\n`

function usDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}
