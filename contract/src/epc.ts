import { toDecimal } from './money.ts'

/**
 * The text of a code that a bank's program scans to fill in a transfer in euros (EPC069-12, version 2,
 * UTF-8): one field a line, and what is empty at the end is left out.
 */
export type EpcTransfer = {
  name: string
  iban: string
  bic?: string
  /** Absent where the payer chooses. */
  amountMinor?: bigint
  note?: string
}

const nameChars = 70
const noteChars = 140
/** What a code of this kind may hold. */
const maxBytes = 331

const bytesOf = (text: string) => new TextEncoder().encode(text).length
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const cut = (text: string, chars: number) => [...oneLine(text)].slice(0, chars).join('')

/** Writes it; a note that does not fit is cut at its end. */
export function writeEpc({ name, iban, bic = '', amountMinor, note = '' }: EpcTransfer): string {
  const amount = amountMinor === undefined ? '' : `EUR${toDecimal(amountMinor)}`
  const head = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic,
    cut(name, nameChars),
    iban.replaceAll(' ', ''),
    amount,
  ]
  let words = cut(note, noteChars)
  const whole = () => [...head, '', '', words].join('\n').trimEnd()
  while (words && bytesOf(whole()) > maxBytes) words = [...words].slice(0, -1).join('')
  return whole()
}

/** Reads it; null for any other text, and for a code of this kind that names no account. */
export function readEpc(text: string): EpcTransfer | null {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim())
  const [tag, version, , kind, bic = '', name = '', iban = '', amount = ''] = lines
  if (tag !== 'BCD' || !/^00[12]$/.test(version ?? '') || kind !== 'SCT' || !iban) return null
  const money = /^EUR(\d{1,9})(?:\.(\d{1,2}))?$/.exec(amount)
  if (amount && !money) return null
  // A reference for machines is as good as words for people: a transfer has one of the two.
  const note = lines[10] || lines[9] || ''
  return {
    name,
    iban: iban.replaceAll(' ', '').toUpperCase(),
    ...(bic && { bic: bic.toUpperCase() }),
    ...(money && {
      amountMinor: BigInt(money[1] ?? '0') * 100n + BigInt((money[2] ?? '').padEnd(2, '0')),
    }),
    ...(note && { note }),
  }
}
