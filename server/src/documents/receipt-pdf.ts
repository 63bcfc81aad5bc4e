import type { Pdf } from 'pdfkit'
import type { ReceiptPaper } from './paper.ts'
import {
  draw,
  drawFacts,
  drawFeet,
  drawHead,
  drawSeal,
  ink,
  makeSheet,
  margin,
  put,
  rule,
  wrap,
} from './sheet.ts'

/** The receipt of one transaction. */
export function drawReceipt(paper: ReceiptPaper): { doc: Pdf; pages: number } {
  const { facts } = paper
  const sheet = makeSheet(paper, `Transaction receipt ${facts.reference ?? ''}`)
  const state = facts.state ?? ''
  const below = state.charAt(0).toUpperCase() + state.slice(1)
  drawHead(sheet, paper, { title: 'Transaction receipt', below })
  sheet.y += 16
  put(sheet, sheet.root, 'P', () =>
    draw(sheet, paper.amount, { x: margin, y: sheet.y, face: 'bold', size: 26 }),
  )
  sheet.y += 24
  if (paper.warning) {
    const lines = wrap(sheet, paper.warning, sheet.width, { size: 10 })
    put(sheet, sheet.root, 'P', () => {
      for (const [at, line] of lines.entries()) {
        draw(sheet, line, { x: margin, y: sheet.y + at * 14, size: 10, face: 'bold' })
      }
    })
    sheet.y += lines.length * 14 + 10
  }
  rule(sheet, sheet.y, ink.line)
  sheet.y += 22
  drawFacts(sheet, paper.rows)
  sheet.y += 22
  drawSeal(sheet, paper)
  const pages = drawFeet(sheet, `${paper.systemName} · ${facts.reference ?? ''}`)
  sheet.doc.end()
  return { doc: sheet.doc, pages }
}
