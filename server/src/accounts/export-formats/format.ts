import type { OwnAccount } from '#accounts/accounts.ts'
import type { ExtractLine, LineCounts } from '#ledger/extract.ts'

/** The bank's short name for itself, where a file wants an id of the bank: it has no BIC. */
export const bankId = 'PASSBOOK'

/** What a statement's file is about, known before its first line is read. */
export type StatementFile = {
  account: OwnAccount
  systemName: string
  /** The first and the last day, yyyy-mm-dd in the bank's zone. */
  from: string
  to: string
  /** The days on which the first and the last balance stood: never one that is still to come. */
  openingDay: string
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
  /** May ask how many completed lines will follow, which takes a walk over all of them. */
  head(file: StatementFile, count: () => Promise<LineCounts>): string | Promise<string>
  /** Empty for a line that the format has no place for. */
  line(line: FileLine, file: StatementFile): string
  tail(file: StatementFile): string
}
