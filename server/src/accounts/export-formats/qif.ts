import { toDecimal } from '@passbook/contract'
import type { FileLine, StatementFile, StatementFormat } from './format.ts'
import { oneLine } from './text.ts'

/**
 * The account with its last balance, then a record for the opening balance (a transfer of the
 * account to itself, as Quicken writes it), then the completed lines. Days are month/day/year.
 */
export const qif: StatementFormat = {
  extension: 'qif',
  type: 'application/qif; charset=utf-8',
  head: (file) =>
    record([
      '!Account',
      `N${file.account.number}`,
      'TBank',
      `/${usDay(file.balanceDay)}`,
      `$${toDecimal(file.closingMinor)}`,
    ]) + openingRecord(file),
  line: (line) => (line.state === 'completed' ? lineRecord(line) : ''),
  tail: () => '',
}

function openingRecord(file: StatementFile): string {
  return record([
    '!Type:Bank',
    `D${usDay(file.from)}`,
    `T${toDecimal(file.openingMinor)}`,
    'CX',
    'POpening Balance',
    `L[${file.account.number}]`,
  ])
}

function lineRecord(line: FileLine): string {
  const memo = [line.description, line.accountNumber].map((text) => oneLine(text)).filter(Boolean)
  return record([
    `D${usDay(line.day)}`,
    `T${toDecimal(line.signedMinor)}`,
    'CX',
    field('N', line.reference || line.id),
    field('P', line.name),
    field('M', memo.join(' / ')),
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
