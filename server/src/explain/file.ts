import { Readable } from 'node:stream'
import { type explainFile, figureLabels, type Input, toDecimal } from '@passbook/contract'
import { ownAccount } from '#accounts/accounts.ts'
import { row, textCell, utf8Mark } from '#accounts/export-formats/csv.ts'
import { monthOf } from '#accounts/statement.ts'
import type { Db } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { type Extract, takeExtract } from '#ledger/extract.ts'
import { type Flow, flows } from '#ledger/flows.ts'
import { inSnapshot } from './explain.ts'
import { type Asked, assertAskedRightly, type Part, type Scene } from './figure.ts'
import { figures } from './figures.ts'
import { linePart } from './flow-parts.ts'
import { everyMove } from './pot.ts'

const columns = ['Date', 'Kind', 'Text', 'Amount', 'Sum so far', 'Reference', 'Currency']

type Written = { currency: string; totalMinor: bigint; groups: AsyncIterable<Part[]> }

/**
 * An explanation as a file for spreadsheets, which is written while it is read: its parts, of a sum
 * over lines each line of it, and in the last row what they add up to.
 */
export async function explanationFile(
  bank: Bank,
  customer: Scene['customer'],
  { format, ...asked }: Input<typeof explainFile>,
): Promise<{ name: string; body: AsyncIterable<string> }> {
  assertAskedRightly(asked)
  const written = await everythingOf(bank, customer, asked)
  const name = `${asked.figure}-${momentOf(bank).day}.${format}`
  return { name, body: rowsOf(asked, written) }
}

function everythingOf(bank: Bank, customer: Scene['customer'], asked: Asked): Promise<Written> {
  const { figure } = asked
  if (isSummed(figure)) return everyLine(bank, customer, { ...asked, figure })
  return figure === 'pot' ? everyMove(bank, customer, asked) : everyPart(bank, customer, asked)
}

async function* rowsOf({ figure }: Asked, { currency, totalMinor, groups }: Written) {
  const code = currency.toUpperCase()
  yield `${utf8Mark}${row(columns)}`
  let sumMinor = 0n
  for await (const parts of groups) {
    const rows = parts.map((one) => {
      sumMinor += one.Amount
      const cells = [toDecimal(one.Amount), toDecimal(sumMinor), one.Reference ?? '', code]
      return row([one.On ?? '', one.Kind, textCell(one.Text), ...cells])
    })
    if (rows.length > 0) yield rows.join('')
  }
  // A file that does not add up must not look complete.
  if (sumMinor !== totalMinor) throw new Error('the parts of a figure must add up to it')
  yield row(['', 'sum', figureLabels[figure], '', toDecimal(totalMinor), '', code])
}

/** All pages of a figure that has few parts, from one snapshot. */
function everyPart(bank: Bank, customer: Scene['customer'], asked: Asked): Promise<Written> {
  return inSnapshot(bank, async (sql) => {
    const { read } = figures[asked.figure]
    const first = await read({ bank, sql, customer }, asked, undefined)
    const groups = [first.parts]
    for (let { next } = first; next !== null; ) {
      const page = await read({ bank, sql, customer }, asked, next)
      groups.push(page.parts)
      next = page.next
    }
    return { ...first, groups: Readable.from(groups) }
  })
}

/** The figures that are sums over an account's lines, and what an extract of it says they are. */
const summed = {
  balance: [flows.net, ({ closingMinor }: Extract) => closingMinor],
  net: [flows.net, ({ creditMinor, debitMinor }: Extract) => creditMinor - debitMinor],
  income: [flows.income, ({ creditMinor }: Extract) => creditMinor],
  expenses: [flows.expenses, ({ debitMinor }: Extract) => debitMinor],
  spent: [flows.spent, ({ spentMinor }: Extract) => spentMinor],
} as const

const isSummed = (figure: string): figure is keyof typeof summed => Object.hasOwn(summed, figure)

async function everyLine(
  bank: Bank,
  customer: Scene['customer'],
  asked: Asked & { figure: keyof typeof summed },
): Promise<Written> {
  const { figure, account: publicId = '', start_date, end_date } = asked
  const account = await ownAccount(bank.db.sql, customer.id, publicId, 'account')
  const preset = figure === 'spent' ? monthOf(bank) : {}
  const days = start_date && end_date ? { from: start_date, to: end_date } : preset
  const extract = await takeExtract(bank.db, {
    accountId: account.id,
    ...(figure === 'balance' ? {} : days),
  })
  const [flow, totalOf] = summed[figure]
  return {
    currency: account.currency,
    totalMinor: totalOf(extract),
    groups: linesOf(bank.db, extract, flow),
  }
}

const linesPerRead = 500n

/** Oldest first, some hundred at a time; what was completed after the extract was taken is left out. */
async function* linesOf({ sql }: Db, extract: Extract, flow: Flow): AsyncGenerator<Part[]> {
  const { accountId, firstLine, lastLine, upToEntry } = extract
  for (let bottom = firstLine; bottom <= lastLine; bottom += linesPerRead) {
    const lines = await sql<{ id: string; day: string; text: string; amountMinor: bigint }>`
      select id, day, coalesce(nullif(name, ''), description) as text,
        ${flow.line} as "amountMinor"
      from transactions
      where account_id = ${accountId}
        and line between ${bottom} and least(${bottom + linesPerRead - 1n}::int8, ${lastLine}::int8)
        and state = 'completed' and entry_id <= ${upToEntry} and ${flow.lineCounts}
      order by line`
    yield lines.map((line) => linePart(line))
  }
}
