import type * as z from 'zod/mini'

export type Sent = Readonly<Record<string, unknown>>

/**
 * What stands for a field that is missing or cannot be read, as the wire would have it: a value, or
 * how it follows from what else was sent. Undefined is nothing: the whole object is then unreadable.
 */
type Missing = Record<string, unknown>

type Habit = { missing?: Missing; before?: (sent: unknown) => unknown }

/** By schema; lenient.ts reads it. */
export const habits = new WeakMap<object, Habit>()

/**
 * Says how a shape is read where another server sends less or other than it should. Writing does not
 * know of it: what the bank sends is checked by the schema alone.
 */
export function whenRead<Schema extends z.ZodMiniType>(schema: Schema, habit: Habit): Schema {
  habits.set(schema, habit)
  return schema
}

/** How servers write a flag. */
const flagWords = new Map<unknown, boolean>([
  ...[true, 1, '1', 'true', 'yes', 'on'].map((word) => [word, true] as const),
  ...[false, 0, '0', 'false', 'no', 'off', ''].map((word) => [word, false] as const),
])

/** Whether a flag is set, however it is written. */
export const isTrue = (sent: unknown): boolean => flagOf(sent) === true

/** What a server means by a flag; undefined where it is none. */
export const flagOf = (sent: unknown): boolean | undefined =>
  flagWords.get(typeof sent === 'string' ? sent.trim().toLowerCase() : sent)
