import {
  datedFigures,
  type Explanation,
  type explain,
  figureSubjects,
  type Input,
  isRealDate,
  messages,
} from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'

/** Who asks, and the snapshot that everything about the figure is read from. */
export type Scene = { bank: Bank; sql: Sql; customer: { id: bigint; username: string } }

/** What a figure is asked of; which of these it needs, its `of` says. */
export type Asked = Omit<Input<typeof explain>, 'cursor'>

export type Part = Explanation['List'][number]

/** Where a page begins: after this part of its kind. */
export type Position = { kind: string; key: string }

/** A figure as the screen tells it, and a page of what it is made of. */
export type Made = {
  label?: string
  currency: string
  totalMinor: bigint
  parts: Part[]
  /** Where the next page begins; null where these were the last. */
  next: Position | null
  postings?: NonNullable<Explanation['Postings']>
}

export type Figure = {
  read(scene: Scene, asked: Asked, after: Position | undefined): Promise<Made>
}

const subjects = [...new Set(Object.values(figureSubjects))]

/** Asked for by something else, a figure would be that of nothing: zero, in no currency. */
export function assertAskedRightly(asked: Asked): void {
  const subject = figureSubjects[asked.figure]
  if (!asked[subject]) {
    throw new Failure('invalid', `Ask for this figure by its ${subject}`, { field: subject })
  }
  const isBeside = (field: keyof Asked) =>
    field === 'currency' && subject === 'category' ? false : field !== subject
  const days = datedFigures.includes(asked.figure) ? [] : (['start_date', 'end_date'] as const)
  const other = [...subjects.filter(isBeside), ...days].find((field) => asked[field] !== undefined)
  if (other) {
    throw new Failure('invalid', `This figure is not asked for by ${other}`, { field: other })
  }
}

const keys: Record<string, (key: string) => boolean> = {
  month: (key) => isRealDate(`${key}-01`),
  day: isRealDate,
  line: (key) => /^\d{1,18}$/.test(key),
  move: (key) => /^\d{1,18}$/.test(key),
}

/**
 * A cursor says after which part the next page begins, and what the parts up to there come to. It is
 * a place in what was asked for and never says whose that is.
 */
export function readCursor(cursor: string | undefined): { after?: Position; sofarMinor: bigint } {
  if (cursor === undefined) return { sofarMinor: 0n }
  const [place = '', sofar = '0'] = cursor.split('~')
  const [kind = '', key = ''] = place.split(':')
  if (!keys[kind]?.(key)) throw wrongPage()
  return { after: { kind, key }, sofarMinor: BigInt(sofar) }
}

export const writeCursor = ({ kind, key }: Position, sofarMinor: bigint): string =>
  `${kind}:${key}~${sofarMinor}`

export const wrongPage = () => new Failure('invalid', messages.pageInvalid, { field: 'cursor' })
