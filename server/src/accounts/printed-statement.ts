import {
  accountStatement,
  encodeJson,
  type Input,
  limits,
  messages,
  type PrintedLine,
  printedLine,
} from '@passbook/contract'
import { listReply } from '#http/list-reply.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { type Extract, lineCount } from '#ledger/extract.ts'
import { ownAccount, showAccount } from './accounts.ts'
import type { FileLine } from './export-formats/format.ts'
import { oneLine } from './export-formats/text.ts'
import { readStatement, takeStatement } from './whole-statement.ts'

/**
 * A whole statement for a page to print, which is written while it is read. How long it is, is known
 * before its first line: too long a one is refused and costs nothing.
 */
export async function printedStatement(
  bank: Bank,
  ownerId: bigint,
  wanted: Input<typeof accountStatement>,
): Promise<AsyncIterable<string>> {
  const account = await ownAccount(bank.db.sql, ownerId, wanted.accountId)
  const { file, extract } = await takeStatement(bank, account, wanted)
  if (lineCount(extract) > limits.statementLinesMax) {
    throw new Failure('invalid', messages.statementTooLong)
  }
  const empty = encodeJson(accountStatement.response, {
    Account: showAccount(account),
    From: file.from,
    To: file.to,
    Opening: file.openingMinor,
    Income: file.creditMinor,
    Expenses: file.debitMinor,
    Closing: file.closingMinor,
    List: [],
  })
  return listReply(empty, shownLines(bank, extract))
}

async function* shownLines(bank: Bank, extract: Extract): AsyncGenerator<string[]> {
  for await (const lines of readStatement(bank, extract)) {
    yield lines.map((line) => encodeJson(printedLine, showLine(line)))
  }
}

/** A line in the contract's words; its texts as they stand in an exported file. */
function showLine(line: FileLine): PrintedLine {
  return {
    Id: line.id,
    Created: line.createdAt,
    Day: line.day,
    Type: line.type,
    Amount: line.amountMinor,
    Balance: line.balanceAfterMinor,
    State: line.state,
    Name: oneLine(line.name),
    Accountnumber: oneLine(line.accountNumber),
    Reference: oneLine(line.reference || line.id),
    Description: oneLine(line.description),
  }
}
