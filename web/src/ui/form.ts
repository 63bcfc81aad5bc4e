import { type ChangeEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { told } from '#i18n/t.ts'

/** What stands in the way: a message, and the field it is about where there is one. */
export type Problem = { message: string; field?: string | undefined }

type Schema<Ready> = {
  safeParse(
    values: unknown,
  ):
    | { success: true; data: Ready }
    | { success: false; error: { issues: { message: string; path: PropertyKey[] }[] } }
}
type Typed = ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>

/** The first failing check of a schema, which is the only one that is told. */
export function firstProblem(schema: Schema<unknown>, values: unknown): Problem | null {
  const result = schema.safeParse(values)
  if (result.success) return null
  const [issue] = result.error.issues
  const field = issue?.path[0]
  return { message: issue?.message ?? '', field: field === undefined ? undefined : String(field) }
}

/**
 * The texts of a form and the one problem they have. A failed check marks its field and focuses it;
 * nothing that was typed is ever lost. A banner that tells the problem carries `problemId`.
 */
export function useForm<Values extends Record<string, string>>(
  blank: Values,
  /** What was typed before, where something was kept. */
  first: Values | (() => Values) = blank,
) {
  const [values, setValues] = useState(first)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [marked, setMarked] = useState<readonly string[]>([])
  const fields = useRef(new Map<string, HTMLElement>())
  const problemId = useId()

  useEffect(() => {
    if (problem?.field) fields.current.get(problem.field)?.focus()
  }, [problem])

  /** One problem is told, at its field; `also` are fields that are marked with it. */
  function fail(next: Problem, also: readonly string[] = []) {
    setProblem(next)
    setMarked([next.field ?? '', ...also])
  }

  function clear() {
    setProblem(null)
    setMarked([])
  }

  function set(name: keyof Values & string, value: string) {
    setValues((now) => ({ ...now, [name]: value }))
    setMarked((now) => now.filter((one) => one !== name))
    // What is told of a field goes when the field is mended.
    setProblem((now) => (now?.field === name ? null : now))
  }

  /** The props of one field. With `tell`, the message also stands under the field. */
  function field<Name extends keyof Values & string>(name: Name, { tell = false } = {}) {
    const words = tell && problem?.field === name ? problem.message : true
    return {
      name,
      value: values[name],
      error: marked.includes(name) && words,
      errorId: tell ? undefined : problemId,
      onChange: (next: Typed | string) =>
        set(name, typeof next === 'string' ? next : next.currentTarget.value),
      ref: (element: HTMLElement | null) => {
        if (element) fields.current.set(name, element)
        else fields.current.delete(name)
      },
    }
  }

  /** Checks the values; hands them on when all is well and tells the first problem otherwise. */
  function check(schema: Schema<unknown>, onReady: (values: Values) => void) {
    return (event?: FormEvent) => {
      event?.preventDefault()
      const found = firstProblem(schema, values)
      if (found) return fail({ ...found, message: told(found.message) })
      clear()
      onReady(values)
    }
  }

  return {
    values,
    set,
    field,
    problem,
    problemId,
    fail,
    clear,
    check,
    fill: setValues,
    reset: () => setValues(blank),
  }
}
