import { formatDay, toGrouped } from '@passbook/contract'
import type { Pdf, Structure } from 'pdfkit'
import type { PaperLine, StatementPaper } from './paper.ts'
import {
  draw,
  drawFacts,
  drawFeet,
  drawHead,
  drawSeal,
  ink,
  makeSheet,
  margin,
  needs,
  put,
  rule,
  type Sheet,
  seal,
  wrap,
} from './sheet.ts'

const columns = { text: margin + 78, amountEnd: margin + 400, balanceEnd: margin + 499 }
const textWidth = 225
const lineHeight = 12

/** A true minus, and a plus: which way the money went must not hang on a colour. */
const signed = (minor: bigint): string => (minor > 0n ? `+${toGrouped(minor)}` : balance(minor))

const balance = (minor: bigint): string =>
  minor < 0n ? `\u2212${toGrouped(-minor)}` : toGrouped(minor)

const dayWords = (day: string) => formatDay(new Date(`${day}T00:00:00Z`))

const monthWords = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** The statement of a month, drawn to its end; the stream of bytes waits to be read. */
export function drawStatement(paper: StatementPaper): { doc: Pdf; pages: number } {
  const { facts, from, to } = paper
  const { part, parts } = paper
  const month = parts > 1 ? `${monthWords(from)}, part ${part} of ${parts}` : monthWords(from)
  const sheet = makeSheet(paper, `Account statement ${facts.account}, ${month}`)
  const { doc, root } = sheet
  drawHead(sheet, paper, { title: 'Account statement', below: month })
  const code = facts.currency.toUpperCase()
  drawFacts(sheet, [
    { label: 'Account holder', value: facts.holder },
    { label: 'Account number', value: facts.account },
    { label: 'Currency', value: code },
    ...(paper.iban ? [{ label: 'IBAN', value: paper.iban.replaceAll(/(.{4})(?=.)/g, '$1 ') }] : []),
    { label: 'Period', value: `${dayWords(from)} to ${dayWords(to)}` },
    { label: 'Opening balance', value: `${balance(paper.openingMinor)} ${code}` },
    { label: 'Money in', value: `${signed(paper.creditMinor)} ${code}` },
    { label: 'Money out', value: `${signed(-paper.debitMinor)} ${code}` },
    { label: 'Closing balance', value: `${balance(paper.closingMinor)} ${code}` },
  ])
  sheet.y += 22
  put(sheet, root, 'H2', () =>
    draw(sheet, 'Transactions', { x: margin, y: sheet.y, face: 'bold', size: 13 }),
  )
  sheet.y += 24
  drawTable(sheet, paper)
  drawOpen(sheet, paper)
  sheet.y += 20
  needs(sheet, seal.height)
  drawSeal(sheet, paper)
  const pages = drawFeet(sheet, `${paper.systemName} · Account ${facts.account} · ${month}`)
  doc.end()
  return { doc, pages }
}

const headings = ['Date', 'Description', 'Amount', 'Balance']
type Cells = [date: string[], text: string[], amount: string[], balance: string[]]

function drawTable(sheet: Sheet, paper: StatementPaper): void {
  const table = sheet.doc.struct('Table')
  sheet.root.add(table)
  drawHeadings(sheet, table)
  let runningMinor = paper.openingMinor
  const edge = (label: string, day: string, minor: bigint) =>
    drawRow(sheet, table, [[dayWords(day)], [label], [], [balance(minor)]], 'bold')
  edge('Opening balance', paper.from, runningMinor)
  for (const line of paper.lines) {
    runningMinor += line.amountMinor
    const cells = cellsOf(sheet, line)
    drawRow(sheet, table, [...cells, [signed(line.amountMinor)], [balance(runningMinor)]])
  }
  edge('Closing balance', paper.to, runningMinor)
  table.end()
}

/** Why a page or an exported file of the same days may close with another balance. */
function drawOpen(sheet: Sheet, { open, to, facts }: StatementPaper): void {
  if (open.count === 0) return
  const code = facts.currency.toUpperCase()
  const sums = [
    open.debitMinor > 0n ? `money out ${signed(-open.debitMinor)} ${code}` : '',
    open.creditMinor > 0n ? `money in ${signed(open.creditMinor)} ${code}` : '',
  ]
  const text =
    `Ordered in this month and not completed by ${dayWords(to)}: ${sums.filter(Boolean).join(', ')}. ` +
    'A payment stands on the statement of the month in which it is completed; pages and exported ' +
    'files count it on the day on which it was ordered, once it is completed.'
  const lines = wrap(sheet, text, columns.balanceEnd - margin, {})
  needs(sheet, lines.length * lineHeight + 8)
  sheet.y += 8
  put(sheet, sheet.root, 'P', () => {
    for (const [at, line] of lines.entries()) {
      draw(sheet, line, { x: margin, y: sheet.y + at * lineHeight, colour: ink.soft })
    }
  })
  sheet.y += lines.length * lineHeight
}

function cellsOf(sheet: Sheet, line: PaperLine): [string[], string[]] {
  const late = line.bookedOn ? `Completed on ${dayWords(line.bookedOn)}` : ''
  const texts = [line.title, line.note, late].filter((text) => text !== '')
  return [[dayWords(line.day)], texts.flatMap((text) => wrap(sheet, text, textWidth, {}))]
}

/** The headings belong to the table once; on the pages after the first they are repeated for the eye. */
function drawHeadings(sheet: Sheet, table: Structure | null): void {
  const row = table && sheet.doc.struct('TR')
  if (row) table?.add(row)
  const y = sheet.y
  for (const [index, heading] of headings.entries()) {
    const at = place(index)
    const inside = () => draw(sheet, heading, { ...at, y, size: 8, colour: ink.soft })
    if (row) put(sheet, row, 'TH', inside, { scope: 'Column' })
    else {
      sheet.doc.markContent('Artifact', { type: 'Pagination' })
      inside()
      sheet.doc.endMarkedContent()
    }
  }
  row?.end()
  rule(sheet, y + 6, ink.soft)
  sheet.y += 20
}

/** Texts begin where their column does; figures end there. */
function place(index: number): { x: number; end?: true } {
  if (index < 2) return { x: index === 0 ? margin : columns.text }
  return { x: index === 2 ? columns.amountEnd : columns.balanceEnd, end: true }
}

function drawRow(
  sheet: Sheet,
  table: Structure,
  cells: Cells,
  face: 'regular' | 'bold' = 'regular',
): void {
  const height = Math.max(...cells.map(({ length }) => length)) * lineHeight + 6
  if (needs(sheet, height)) {
    sheet.y += 8
    drawHeadings(sheet, null)
  }
  const top = sheet.y
  const row = sheet.doc.struct('TR')
  table.add(row)
  for (const [index, lines] of cells.entries()) {
    put(sheet, row, 'TD', () => {
      for (const [at, text] of lines.entries()) {
        const colour = index === 1 && at > 0 ? ink.soft : ink.strong
        draw(sheet, text, { ...place(index), y: top + at * lineHeight, face, colour })
      }
    })
  }
  row.end()
  rule(sheet, top + height - 10)
  sheet.y = top + height
}
