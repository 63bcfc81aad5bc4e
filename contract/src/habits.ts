import type * as z from 'zod/mini'

export type Sent = Readonly<Record<string, unknown>>

/** A value as the wire would have it, or how it follows from what else was sent. */
type Instead = Record<string, unknown>

export type Habit = {
  /**
   * What stands for a field that was not sent, or is a text or flag that makes no sense. Undefined is
   * nothing: the whole object is then unreadable.
   */
  missing?: Instead
  before?: (sent: unknown) => unknown
}

/** By schema; lenient.ts reads it. */
export const habits = new WeakMap<object, Habit>()

/**
 * Says how a shape is read where another server sends less or other than it should. Writing does not
 * know of it: what the bank sends is checked by the schema alone. For shapes of the first load this
 * stands in first-habits.ts, which only the lenient reader needs.
 */
export function whenRead<Schema extends z.ZodMiniType>(schema: Schema, habit: Habit): Schema {
  habits.set(schema, habit)
  return schema
}
