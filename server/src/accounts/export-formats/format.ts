import type { OwnAccount } from '#accounts/accounts.ts'
import type { ExtractLine } from '#ledger/extract.ts'

/** What a statement's file is about, known before its first line is read. */
export type StatementFile = {
  account: OwnAccount
  systemName: string
  /** The first and the last day, yyyy-mm-dd in the bank's zone. */
  from: string
  to: string
  /** The day on which the last balance stood: `to`, but never one that is still to come. */
  balanceDay: string
  /** The moment that the whole file shows. */
  at: Date
  openingMinor: bigint
  creditMinor: bigint
  debitMinor: bigint
  closingMinor: bigint
  availableMinor: bigint
}

/** A line with its signed amount and the balance after it; only a completed one moved the balance. */
export type FileLine = ExtractLine & { signedMinor: bigint; balanceAfterMinor: bigint }

/** One way to write a statement; the parts are joined in this order. */
export type StatementFormat = {
  extension: string
  type: string
  head(file: StatementFile): string
  /** Empty for a line that the format has no place for. */
  line(line: FileLine, file: StatementFile): string
  tail(file: StatementFile): string
}
