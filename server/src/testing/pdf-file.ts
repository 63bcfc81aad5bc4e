import { createHash, createPublicKey, verify } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { type BankKeys, readSeal, sealedMessage, unsigned } from '@passbook/contract/seal'

/** The objects of a PDF by their numbers, each as text with its stream, if it has one, inflated. */
function objectsOf(file: Buffer): Map<number, { text: string; stream: string }> {
  const all = file.toString('latin1')
  const objects = new Map<number, { text: string; stream: string }>()
  for (const match of all.matchAll(/^(\d+) 0 obj\n/gm)) {
    const start = match.index + match[0].length
    const end = all.indexOf('\nendobj', start)
    const begins = all.slice(start, end).indexOf('\nstream\n')
    const text = all.slice(start, begins < 0 ? end : start + begins)
    const raw = begins < 0 ? Buffer.alloc(0) : streamAt(file, start + begins + 8, text)
    objects.set(Number(match[1]), { text, stream: raw.toString('latin1') })
  }
  return objects
}

function streamAt(file: Buffer, at: number, text: string): Buffer {
  const length = Number(/\/Length (\d+)/.exec(text)?.[1] ?? 0)
  const bytes = file.subarray(at, at + length)
  return text.includes('/FlateDecode') ? inflateSync(bytes) : bytes
}

export type PdfFile = {
  /** Every text in the order in which it was drawn; each drawing by itself. */
  texts: string[]
  /** The types of the structure's elements, counted. */
  elements: Record<string, number>
  isTagged: boolean
  lang: string | undefined
  fonts: string[]
  embedded: number
}

/** Reads of a PDF what a program that reads aloud would: its texts and its structure. */
export function readPdf(file: Buffer): PdfFile {
  const objects = objectsOf(file)
  const catalog = [...objects.values()].find(({ text }) => text.includes('/Type /Catalog'))?.text
  const elements: Record<string, number> = {}
  const fonts: string[] = []
  let embedded = 0
  for (const { text } of objects.values()) {
    const type = /^<<\n\/S \/(\w+)/.exec(text)?.[1]
    if (type) elements[type] = (elements[type] ?? 0) + 1
    if (text.includes('/Type /FontDescriptor')) {
      fonts.push(/\/FontName \/(\S+)/.exec(text)?.[1] ?? '')
      if (/\/FontFile[23]? \d+ 0 R/.test(text)) embedded += 1
    }
  }
  const { Marked } = { Marked: [...objects.values()].some((one) => /\/Marked true/.test(one.text)) }
  return {
    texts: pagesOf(objects).flatMap((page) => textsOf(page, objects)),
    elements,
    isTagged: Marked && /\/StructTreeRoot \d+ 0 R/.test(catalog ?? ''),
    lang: /\/Lang \(([^)]*)\)/.exec(catalog ?? '')?.[1],
    fonts,
    embedded,
  }
}

type Objects = ReturnType<typeof objectsOf>

function pagesOf(objects: Objects): string[] {
  const tree = [...objects.values()].find(({ text }) => /\/Type \/Pages\b/.test(text))
  const kids = /\/Kids \[([^\]]*)\]/.exec(tree?.text ?? '')?.[1] ?? ''
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => objects.get(Number(id))?.text ?? '')
}

function textsOf(page: string, objects: Objects): string[] {
  const at = (name: string, text: string) =>
    objects.get(Number(new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1] ?? -1))
  const resources = at('Resources', page)?.text ?? ''
  const letters = new Map<string, Map<string, string>>()
  for (const [, name = '', id] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const font = objects.get(Number(id))?.text ?? ''
    letters.set(name, lettersOf(at('ToUnicode', font)?.stream ?? ''))
  }
  const content = at('Contents', page)?.stream ?? ''
  return [...content.matchAll(/BT\n([\s\S]*?)\nET/g)].map(([, block = '']) => {
    const font = letters.get(/\/(F\d+) [\d.]+ Tf/.exec(block)?.[1] ?? '')
    const shown = [...block.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => hex).join('')
    return (shown.match(/.{4}/g) ?? []).map((glyph) => font?.get(glyph) ?? '\ufffd').join('')
  })
}

/** A font's map from glyphs to letters (ToUnicode). */
function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, first = '0', list = ''] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([^>]*)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0')
      const units = hex.replaceAll(/\s/g, '').match(/.{4}/g) ?? []
      letters.set(glyph, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))))
    }
  }
  return letters
}

/** Whether one of these keys has signed the file as it is. */
export function isSigned(file: Uint8Array, { keys }: BankKeys): boolean {
  const seal = readSeal(file)
  const key = keys.find(({ kid }) => kid === seal?.keyId)
  if (!seal || !key) return false
  const sha256 = createHash('sha256').update(unsigned(file, seal)).digest()
  const { kty, crv, x } = key
  const publicKey = createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
  return verify(null, sealedMessage(sha256), publicKey, seal.signature)
}

/** The amounts of a statement's table: opening, each line, closing. */
export function figuresOf(texts: string[]): { opening: bigint; lines: bigint[]; closing: bigint } {
  const table = texts.slice(texts.indexOf('Transactions'))
  const minor = (text = '') => BigInt(text.replaceAll(/[+,.]/g, '').replace('\u2212', '-'))
  const after = (label: string) => minor(table[table.indexOf(label) + 1])
  return {
    opening: after('Opening balance'),
    lines: table.filter((text) => /^[+\u2212][\d,]+\.\d\d$/.test(text)).map(minor),
    closing: after('Closing balance'),
  }
}
