import { readWireMoney } from '@passbook/contract'

export type StatementLine = {
  day: string
  type: string
  minor: bigint
  balanceMinor: bigint
  name: string
  accountNumber: string
  reference: string
  note: string
  state: string
}

export type StatementSheet = {
  from: string
  to: string
  openingMinor: bigint
  closingMinor: bigint
  lines: StatementLine[]
}

/** Reads the bank's own statement file: its first row opens, its last one closes. */
export function readStatement(text: string): StatementSheet {
  const [, ...rows] = rowsIn(text)
  const [opening, closing] = [rows.at(0), rows.at(-1)]
  if (opening?.[1] !== 'opening' || closing?.[1] !== 'closing') {
    throw new Error('A statement has an opening and a closing balance')
  }
  return {
    from: opening[0] ?? '',
    to: closing[0] ?? '',
    openingMinor: minorIn(opening[3]),
    closingMinor: minorIn(closing[3]),
    lines: rows.slice(1, -1).map(lineIn),
  }
}

function lineIn(cells: string[]): StatementLine {
  const [day = '', type = '', amount, balance, name, number, reference, note, state] = cells
  return {
    day,
    type,
    minor: minorIn(amount),
    balanceMinor: minorIn(balance),
    name: written(name),
    accountNumber: written(number),
    reference: written(reference),
    note: written(note),
    state: state ?? '',
  }
}

const minorIn = (cell = '') => readWireMoney(cell) ?? 0n

/** What a person wrote, without the mark that keeps a spreadsheet from running it. */
const written = (cell = '') => cell.replace(/^'(?=[\s\p{Cc}]*[=+\-@＝＋－＠])/u, '')

/** The rows of a file after RFC 4180, in which a quoted cell may hold commas, quotes and breaks. */
function rowsIn(text: string): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  const body = text.replace(/^\ufeff/, '')
  while (cell.lastIndex < body.length) {
    const [, quoted, plain = '', end] = cell.exec(body) ?? []
    if (end === undefined) break
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(cells)
    cells = []
  }
  return rows
}
