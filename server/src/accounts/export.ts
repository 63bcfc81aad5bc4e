import { Readable } from 'node:stream'
import { dayIn, exportStatement, type Input } from '@passbook/contract'
import type { RawRoute } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { type Extract, effectOf, readExtract, takeExtract } from '#ledger/extract.ts'
import { type OwnAccount, ownAccount } from './accounts.ts'
import { camt053 } from './export-formats/camt053.ts'
import { csv } from './export-formats/csv.ts'
import type { StatementFile, StatementFormat } from './export-formats/format.ts'
import { ofx } from './export-formats/ofx.ts'
import { qif } from './export-formats/qif.ts'

type Wanted = Input<typeof exportStatement>

const formats: Record<Wanted['format'], StatementFormat> = { csv, ofx, qif, camt053 }

/**
 * A statement as a file. It is written while it is sent and read no faster than it is taken; a
 * client that goes away ends the reading. `onBroken` hears of what fails after the first byte, when
 * no reply can tell it any more: the connection is cut, so that half a file is no file.
 */
export function exportRoutes(
  route: RawRoute<{ id: bigint }>,
  bank: Bank,
  onBroken: (error: unknown) => void,
): void {
  route(exportStatement, async ({ customer, input }, reply) => {
    const account = await ownAccount(bank.db.sql, customer.id, input.accountId)
    const format = formats[input.format]
    const { file, extract } = await statementFile(bank, account, input)
    const name = `statement-${account.number}-${file.from}-${file.to}.${format.extension}`
    const body = Readable.from(written(bank, { format, file, extract }))
    body.on('error', onBroken)
    return reply
      .type(format.type)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(body)
  })
}

async function statementFile(
  { db, clock, config }: Bank,
  account: OwnAccount,
  { start_date, end_date }: Wanted,
): Promise<{ file: StatementFile; extract: Extract }> {
  const at = clock.now()
  const today = dayIn(at, config.bankZone)
  const dates = start_date && end_date ? { from: start_date, to: end_date } : {}
  const extract = await takeExtract(db, { accountId: account.id, ...dates })
  const opened = dayIn(extract.openedAt, config.bankZone)
  // A clock that was set back may have left lines on days that are still to come.
  const from = dates.from ?? earlier(opened, extract.firstDay ?? opened)
  const last = later(today, extract.lastDay ?? today)
  const to = dates.to ?? last
  const { openingMinor, creditMinor, debitMinor, closingMinor, availableMinor } = extract
  const file = {
    ...{ account, systemName: config.systemName, from, to, balanceDay: earlier(to, last), at },
    ...{ openingMinor, creditMinor, debitMinor, closingMinor, availableMinor },
  }
  return { file, extract }
}

const earlier = (one: string, other: string) => (one < other ? one : other)
const later = (one: string, other: string) => (one > other ? one : other)

type Writing = { format: StatementFormat; file: StatementFile; extract: Extract }

async function* written(
  { db }: Bank,
  { format, file, extract }: Writing,
): AsyncGenerator<string, void, void> {
  yield format.head(file)
  let balanceAfterMinor = file.openingMinor
  for await (const lines of readExtract(db.sql, extract)) {
    const texts = lines.map((line) => {
      balanceAfterMinor += effectOf(line)
      const signedMinor = line.type === 'credit' ? line.amountMinor : -line.amountMinor
      return format.line({ ...line, signedMinor, balanceAfterMinor }, file)
    })
    const text = texts.join('')
    if (text !== '') yield text
  }
  yield format.tail(file)
}
