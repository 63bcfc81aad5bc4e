import { type Explanation, type explain, figureLabels, type Input } from '@passbook/contract'
import type { Bank } from '#kernel/context.ts'
import {
  type Asked,
  type Made,
  type Position,
  readCursor,
  type Scene,
  writeCursor,
} from './figure.ts'
import { figures } from './figures.ts'

type Customer = Scene['customer']

/** A figure as the screen tells it, and a page of what it is made of. */
export async function explained(
  bank: Bank,
  customer: Customer,
  { cursor, ...asked }: Input<typeof explain>,
): Promise<Explanation> {
  const { after, sofarMinor } = readCursor(cursor)
  const made = await readFigure(bank, customer, asked, after)
  const sofar = made.parts.reduce((sum, { Amount }) => sum + Amount, sofarMinor)
  return {
    Figure: asked.figure,
    Label: made.label ?? figureLabels[asked.figure],
    Currency: made.currency,
    Total: made.totalMinor,
    List: made.parts,
    SoFar: sofar,
    AddsUpTo: made.next ? null : sofar,
    Next: made.next && writeCursor(made.next, sofar),
    ...(made.postings && { Postings: made.postings }),
  }
}

/** One snapshot for the figure and its parts: what moves meanwhile is in both of them or in none. */
function readFigure(
  bank: Bank,
  customer: Customer,
  asked: Asked,
  after: Position | undefined,
): Promise<Made> {
  return bank.db.transaction(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`
    return figures[asked.figure].read({ bank, sql, customer }, asked, after)
  })
}
