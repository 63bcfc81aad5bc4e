import { type Explanation, type explain, figureLabels, type Input } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { assertAskedRightly, readCursor, type Scene, writeCursor } from './figure.ts'
import { figures } from './figures.ts'

type Customer = Scene['customer']

/** A figure as the screen tells it, and a page of what it is made of. */
export async function explained(
  bank: Bank,
  customer: Customer,
  { cursor, ...asked }: Input<typeof explain>,
): Promise<Explanation> {
  assertAskedRightly(asked)
  const { after, sofarMinor } = readCursor(cursor)
  const made = await inSnapshot(bank, (sql) =>
    figures[asked.figure].read({ bank, sql, customer }, asked, after),
  )
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
export function inSnapshot<T>({ db }: Bank, work: (sql: Sql) => Promise<T>): Promise<T> {
  return db.transaction(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`
    return work(sql)
  })
}
