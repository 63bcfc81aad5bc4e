import { createRequire } from 'node:module'
import { presentable } from '@passbook/contract'
import { blankSeal, sealName } from '@passbook/contract/seal'
import { openSync } from 'fontkit'
import Document, { type Pdf, type Structure } from 'pdfkit'
import { encode } from 'uqr'
import type { Paper } from './paper.ts'

export const margin = 48
export const ink = { strong: '#14202e', soft: '#55616f', line: '#d5dbe2', brand: '#1f4f92' }

const require = createRequire(import.meta.url)
/** The bank's own face, and for the letters that it lacks one that has nearly all of them. */
const files = {
  regular: require.resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf'),
  'regular-other': require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  'bold-other': require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
}
type FontFile = keyof typeof files
type Face = 'regular' | 'bold'
type Style = { face?: Face; size?: number; colour?: string }
type Run = { font: FontFile; text: string }

/** A page that is drawn on from top to bottom; every text on it belongs to the structure. */
export type Sheet = {
  doc: Pdf
  root: Structure
  width: number
  /** How far down the page is used. */
  y: number
}

/** A tagged document (PDF/UA) with its seal, whose signature comes when everything is drawn. */
export function makeSheet(paper: Paper, title: string): Sheet {
  const doc = new Document({
    size: 'A4',
    margin,
    lang: 'en-GB',
    tagged: true,
    subset: 'PDF/UA',
    pdfVersion: '1.7',
    displayTitle: true,
    bufferPages: true,
    autoFirstPage: false,
    font: null,
    info: {
      Title: title,
      Author: paper.systemName,
      Creator: paper.systemName,
      CreationDate: paper.createdAt,
      [sealName]: blankSeal(paper.key.id, paper.facts),
    },
  })
  for (const [name, file] of Object.entries(files)) doc.registerFont(name, file)
  doc.addPage()
  const root = doc.struct('Document')
  doc.addStructure(root)
  return { doc, root, width: doc.page.width - 2 * margin, y: margin }
}

const characters = new Map<FontFile, Set<number>>()

function has(font: FontFile, character: string): boolean {
  const known = characters.get(font) ?? new Set(openSync(files[font]).characterSet)
  characters.set(font, known)
  return known.has(character.codePointAt(0) ?? 0)
}

/** A text in the fonts that have its letters, as it looks; what no font has becomes a question mark. */
function runsOf(text: string, face: Face): Run[] {
  const runs: Run[] = []
  for (const character of presentable(text)) {
    const other: FontFile = `${face}-other`
    const [font, shown]: [FontFile, string] = has(face, character)
      ? [face, character]
      : has(other, character)
        ? [other, character]
        : [face, '?']
    const last = runs.at(-1)
    // A space stays with the word before it: words that read from right to left must be one run.
    if (last && (last.font === font || character === ' ')) last.text += shown
    else runs.push({ font, text: shown })
  }
  return runs
}

function widthOf({ doc }: Sheet, text: string, { face = 'regular', size = 9 }: Style) {
  return runsOf(text, face).reduce(
    (sum, run) => sum + doc.font(run.font).fontSize(size).widthOfString(run.text),
    0,
  )
}

/** Draws one line with its baseline at y; from the end of the line where it is told so. */
export function draw(
  sheet: Sheet,
  text: string,
  at: Style & { x: number; y: number; end?: true },
): void {
  const { face = 'regular', size = 9, colour = ink.strong } = at
  let x = at.end ? at.x - widthOf(sheet, text, at) : at.x
  for (const run of runsOf(text, face)) {
    const doc = sheet.doc.font(run.font).fontSize(size).fillColor(colour)
    doc.text(run.text, x, at.y, { lineBreak: false, baseline: 'alphabetic' })
    x += doc.widthOfString(run.text)
  }
}

/** Breaks a text into lines of a width; a word that is longer than a line is broken too. */
export function wrap(sheet: Sheet, text: string, width: number, style: Style): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap((whole) => pieces(sheet, whole, width, style))) {
    const longer = line ? `${line} ${word}` : word
    if (line && widthOf(sheet, longer, style) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return line ? [...lines, line] : lines
}

function pieces(sheet: Sheet, word: string, width: number, style: Style): string[] {
  if (widthOf(sheet, word, style) <= width) return [word]
  const found: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece && widthOf(sheet, piece + character, style) > width) {
      found.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...found, piece]
}

/** Adds an element with what it shows, and is done with it: what is written needs no memory. */
export function put(
  { doc }: Sheet,
  parent: Structure,
  type: string,
  inside: () => void,
  options: { alt?: string; scope?: 'Row' | 'Column'; bbox?: number[] } = {},
): void {
  const element = doc.struct(type, options, inside)
  parent.add(element)
  element.end()
}

/** Draws what is no part of the text: lines, and what stands on every page. */
function artifact({ doc }: Sheet, type: 'Pagination' | 'Layout', inside: () => void): void {
  doc.markContent('Artifact', { type })
  inside()
  doc.endMarkedContent()
}

export function rule(sheet: Sheet, y: number, colour = ink.line): void {
  artifact(sheet, 'Layout', () => {
    sheet.doc.lineWidth(0.6).strokeColor(colour)
    sheet.doc
      .moveTo(margin, y)
      .lineTo(margin + sheet.width, y)
      .stroke()
  })
}

/** Whose paper it is, and what it is: the bank's mark, its address, the heading. */
export function drawHead(sheet: Sheet, paper: Paper, { title, below }: Heading): void {
  const { doc, root, width } = sheet
  artifact(sheet, 'Layout', () => {
    doc.fillColor(ink.brand)
    doc
      .moveTo(margin + 7, margin)
      .lineTo(margin + 14, margin + 7)
      .lineTo(margin + 7, margin + 14)
      .lineTo(margin, margin + 7)
      .closePath()
      .fill()
  })
  put(sheet, root, 'P', () =>
    draw(sheet, paper.systemName, { x: margin + 21, y: margin + 12, face: 'bold', size: 15 }),
  )
  const address = wrap(sheet, paper.bankAddress, 220, { size: 8 })
  if (address.length > 0) {
    put(sheet, root, 'P', () => {
      for (const [at, line] of address.entries()) {
        const y = margin + 8 + at * 11
        draw(sheet, line, { x: margin + width, y, end: true, size: 8, colour: ink.soft })
      }
    })
  }
  sheet.y = margin + 62 + Math.max(0, address.length - 2) * 11
  put(sheet, root, 'H1', () =>
    draw(sheet, title, { x: margin, y: sheet.y, face: 'bold', size: 22 }),
  )
  sheet.y += 19
  put(sheet, root, 'P', () =>
    draw(sheet, below, { x: margin, y: sheet.y, size: 11, colour: ink.soft }),
  )
  sheet.y += 22
}
type Heading = { title: string; below: string }

/** A table of two columns, each row with its own heading. */
export function drawFacts(sheet: Sheet, facts: { label: string; value: string }[]): void {
  const { doc, root, width } = sheet
  const table = doc.struct('Table')
  root.add(table)
  for (const { label, value } of facts) {
    const lines = wrap(sheet, value, width - 150, {})
    const row = doc.struct('TR')
    table.add(row)
    const y = sheet.y
    put(sheet, row, 'TH', () => draw(sheet, label, { x: margin, y, colour: ink.soft }), {
      scope: 'Row',
    })
    put(sheet, row, 'TD', () => {
      for (const [at, line] of lines.entries())
        draw(sheet, line, { x: margin + 150, y: y + at * 12 })
    })
    row.end()
    sheet.y += 4 + Math.max(1, lines.length) * 12
  }
  table.end()
}

export const seal = { height: 86, side: 66 }

/** The code and the words that lead to the page where the file is checked. */
export function drawSeal(sheet: Sheet, { verifyUrl, systemName }: Paper): void {
  const { doc, root, width } = sheet
  const top = sheet.y
  const { data, size } = encode(verifyUrl, { ecc: 'M', border: 0 })
  const dot = seal.side / size
  put(
    sheet,
    root,
    'Figure',
    () => {
      doc.fillColor(ink.strong)
      for (const [row, cells] of data.entries()) {
        for (const [column, dark] of cells.entries()) {
          if (dark) doc.rect(margin + column * dot, top + row * dot, dot, dot)
        }
      }
      doc.fill()
    },
    {
      alt: `QR code with the address ${verifyUrl}`,
      bbox: [margin, top, margin + seal.side, top + seal.side],
    },
  )
  const x = margin + seal.side + 16
  put(sheet, root, 'H2', () =>
    draw(sheet, 'Signed by the bank', { x, y: top + 14, face: 'bold', size: 10 }),
  )
  const words = `${systemName} has signed this file. Open it at ${verifyUrl} to see whether it is still as the bank made it: one changed digit is found. The file does not leave your device.`
  put(sheet, root, 'P', () => {
    for (const [at, line] of wrap(sheet, words, width - seal.side - 16, { size: 8.5 }).entries()) {
      draw(sheet, line, { x, y: top + 30 + at * 12, size: 8.5, colour: ink.soft })
    }
  })
  sheet.y = top + seal.height
}

/** The foot of every page, once it is known how many there are. */
export function drawFeet(sheet: Sheet, words: string): number {
  const { doc, width } = sheet
  const { count } = doc.bufferedPageRange()
  const y = doc.page.height - margin + 18
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index)
    artifact(sheet, 'Pagination', () => {
      const style = { y, size: 8, colour: ink.soft }
      draw(sheet, words, { x: margin, ...style })
      draw(sheet, `Page ${index + 1} of ${count}`, { x: margin + width, end: true, ...style })
    })
  }
  return count
}

/** Room for so much on this page, or a new one. */
export function needs(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= sheet.doc.page.height - margin) return false
  sheet.doc.addPage()
  sheet.y = margin
  return true
}
