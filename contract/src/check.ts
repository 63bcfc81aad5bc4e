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
  return { ok: false, message: first?.message ?? '', field: String(fieldOf(first) ?? '') }
}

/** Of several forms, the one whose words were chosen also knows the field. */
function fieldOf(issue: z.core.$ZodIssue | undefined): PropertyKey | undefined {
  if (issue?.code !== 'invalid_union' || issue.path.length > 0) return issue?.path[0]
  const firsts = issue.errors.map(([first]) => first)
  return firsts.find((first) => first?.message === issue.message)?.path[0]
}
