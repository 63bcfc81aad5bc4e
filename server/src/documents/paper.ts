import type { SealFacts } from '@passbook/contract/seal'

/** What the thread that draws is given: plain values, and no way to the bank's database. */
export type Paper = {
  systemName: string
  bankAddress: string
  /** Where the file can be checked; it stands on it as a QR code too. */
  verifyUrl: string
  /** The file's own date: fixed by what it shows, so that drawing it again gives the same bytes. */
  createdAt: Date
  facts: SealFacts
  key: SigningKey
}

/** An Ed25519 key: its name, and the private half in PKCS #8. */
export type SigningKey = { id: string; privateKey: Uint8Array }

export type StatementPaper = Paper & {
  kind: 'statement'
  iban: string | undefined
  /** The first and last day, yyyy-mm-dd. */
  from: string
  to: string
  /** Which file of its month it is, and of how many. */
  part: number
  parts: number
  openingMinor: bigint
  creditMinor: bigint
  debitMinor: bigint
  closingMinor: bigint
  lines: PaperLine[]
  open: OpenAtEnd
}

/** What was ordered in the month and not completed when it ended. */
export type OpenAtEnd = { count: number; creditMinor: bigint; debitMinor: bigint }

export type PaperLine = {
  day: string
  /** Where it was booked in a later month than the one it was ordered in. */
  bookedOn: string | undefined
  title: string
  note: string
  amountMinor: bigint
}

export type ReceiptPaper = Paper & {
  kind: 'receipt'
  amount: string
  /** What the receipt does not prove, where the payment was not made. */
  warning: string | undefined
  rows: { label: string; value: string }[]
}

/** A signed file, and what became of it. */
export type DrawnFile = { bytes: Uint8Array<ArrayBuffer>; sha256: string; pages: number }
