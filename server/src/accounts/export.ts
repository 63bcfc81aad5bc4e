import type { exportStatement, Input } from '@passbook/contract'
import type { Bank } from '#kernel/context.ts'
import { countLines, type Extract } from '#ledger/extract.ts'
import { ownAccount } from './accounts.ts'
import { camt053 } from './export-formats/camt053.ts'
import { csv } from './export-formats/csv.ts'
import type { StatementFile, StatementFormat } from './export-formats/format.ts'
import { ofx } from './export-formats/ofx.ts'
import { qif } from './export-formats/qif.ts'
import { readStatement, takeStatement } from './whole-statement.ts'

type Wanted = Input<typeof exportStatement>

const formats: Record<Wanted['format'], StatementFormat> = { csv, ofx, qif, camt053 }

/** A statement as a file, which is written while it is read. */
export async function exportFile(
  bank: Bank,
  ownerId: bigint,
  wanted: Wanted,
): Promise<{ name: string; type: string; body: AsyncIterable<string> }> {
  const account = await ownAccount(bank.db.sql, ownerId, wanted.accountId)
  const format = formats[wanted.format]
  const { file, extract } = await takeStatement(bank, account, wanted)
  const name = `statement-${account.number}-${file.from}-${file.to}.${format.extension}`
  const body = written(bank, { format, file, extract })
  return { name, type: format.type, body }
}

type Writing = { format: StatementFormat; file: StatementFile; extract: Extract }

async function* written(
  bank: Bank,
  { format, file, extract }: Writing,
): AsyncGenerator<string, void, void> {
  yield await format.head(file, () => countLines(bank, extract))
  for await (const lines of readStatement(bank, extract)) {
    const text = lines.map((line) => format.line(line, file)).join('')
    if (text !== '') yield text
  }
  yield format.tail(file)
}
