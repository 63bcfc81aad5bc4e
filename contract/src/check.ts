import * as z from 'zod/mini'

export type Checked<T> = { ok: true; value: T } | { ok: false; message: string; field: string }

/** Checks values against a schema; of several failures the first counts. */
export function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  values: unknown,
): Checked<z.output<Schema>> {
  const result = z.safeParse(schema, values)
  if (result.success) return { ok: true, value: result.data }
  const first = result.error.issues[0]
  return { ok: false, message: first?.message ?? '', field: String(first?.path[0] ?? '') }
}
