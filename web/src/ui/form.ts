import { type ChangeEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { told } from '#i18n/t.ts'

/** What stands in the way: a message, and the field it is about where there is one. */
export type Problem = {
  message: string
  field?: string | undefined
  /** What the bank calls it, where the bank found it. */
  code?: string | undefined
}

type Issue = { message: string; path: PropertyKey[] }
type Schema<Ready> = {
  safeParse(
    values: unknown,
  ): { success: true; data: Ready } | { success: false; error: { issues: Issue[] } }
}
type Typed = ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>

/** The failing checks of a schema, in its order. */
export function issuesIn(schema: Schema<unknown>, values: unknown): Issue[] {
  const result = schema.safeParse(values)
  return result.success ? [] : result.error.issues.map(({ message, path }) => ({ message, path }))
}

/** The first failing check of a schema, which is the only one that is told. */
export function firstProblem(schema: Schema<unknown>, values: unknown): Problem | null {
  const [first] = issuesIn(schema, values)
  return first ? { message: first.message, field: fieldOf(first) } : null
}

const fieldOf = ({ path: [field] }: Issue) => (field === undefined ? undefined : String(field))

/**
 * The texts of a form and the one problem they have. A failed check marks its field and focuses it, and
 * marks whatever else is still to be filled in; nothing that was typed is ever lost. A banner that tells
 * the problem carries `problemId`.
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
    const isIt = problem?.field === name
    const words = tell && isIt ? problem.message : true
    return {
      name,
      value: values[name],
      error: marked.includes(name) && words,
      errorId: isIt && !tell ? problemId : undefined,
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
      const [first, ...others] = issuesIn(schema, values)
      if (first) {
        const empty = others.map((issue) => fieldOf(issue) ?? '').filter(isLeftOut)
        return fail({ message: told(first.message), field: fieldOf(first) }, empty)
      }
      clear()
      onReady(values)
    }
  }

  /** Whether a field is empty that only the customer can fill in. */
  function isLeftOut(name: string): boolean {
    const element = fields.current.get(name)
    if (!element || ('readOnly' in element && element.readOnly)) return false
    return values[name]?.trim() === ''
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
