import { dayIn } from '@passbook/contract'
import type { Bank } from '#kernel/context.ts'
import { type Extract, effectOf, readExtract, type Source, takeExtract } from '#ledger/extract.ts'
import type { OwnAccount } from './accounts.ts'
import type { FileLine, StatementFile } from './export-formats/format.ts'

type Dates = { start_date?: string | undefined; end_date?: string | undefined }

/** Fixes an account's statement as it stands now: of two days and those between, or of everything. */
export async function takeStatement(
  { db, replica, clock, config }: Bank,
  account: OwnAccount,
  { start_date, end_date }: Dates,
): Promise<{ file: StatementFile; extract: Extract }> {
  const at = clock.businessNow()
  const today = dayIn(at, config.bankZone)
  const dates = start_date && end_date ? { from: start_date, to: end_date } : {}
  const withPosition = replica !== undefined
  const extract = await takeExtract(db, { accountId: account.id, ...dates, withPosition })
  const opened = dayIn(extract.openedAt, config.bankZone)
  // A clock that was set back may have left lines on days that are still to come.
  const from = dates.from ?? earlier(opened, extract.firstDay ?? opened)
  const last = later(today, extract.lastDay ?? today)
  const to = dates.to ?? last
  const { openingMinor, creditMinor, debitMinor, closingMinor, availableMinor } = extract
  const balanceDay = earlier(to, last)
  const file = {
    ...{ account, systemName: config.systemName, at },
    ...{ from, to, openingDay: earlier(from, balanceDay), balanceDay },
    ...{ openingMinor, creditMinor, debitMinor, closingMinor, availableMinor },
  }
  return { file, extract }
}

const earlier = (one: string, other: string) => (one < other ? one : other)
const later = (one: string, other: string) => (one > other ? one : other)

/** Its lines, oldest first, some hundred at a time, each with the balance after it. */
export async function* readStatement(source: Source, extract: Extract): AsyncGenerator<FileLine[]> {
  let balanceAfterMinor = extract.openingMinor
  for await (const lines of readExtract(source, extract)) {
    yield lines.map((line) => {
      balanceAfterMinor += effectOf(line)
      const signedMinor = line.type === 'credit' ? line.amountMinor : -line.amountMinor
      return { ...line, signedMinor, balanceAfterMinor }
    })
  }
}
