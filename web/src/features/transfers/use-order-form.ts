import { useEffect, useRef, useState } from 'react'
import { alert } from '#ui/alert.tsx'
import { type Problem, useForm } from '#ui/form.ts'
import { makeNameLookup } from '#widgets/name-lookup.ts'
import type { Values } from './flow.ts'

export type OrderForm = ReturnType<typeof useOrderForm>

/** The form's texts, kept as a draft at every key, and the name behind its account number. */
export function useOrderForm(
  draft: Values,
  options: { problem: Problem | undefined; onDraft: (values: Values) => void; onTold: () => void },
) {
  const form = useForm<Record<string, string>>({ ...draft })
  const { values, problem, fail, set } = form
  const latest = useRef(values)
  latest.current = values
  const { onDraft, onTold } = options

  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft changes with its texts only
  useEffect(() => onDraft(values), [values])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the bank's word is told once
  useEffect(() => {
    if (!options.problem) return
    fail(options.problem)
    onTold()
  }, [])

  useEffect(() => {
    if (problem) void alert(problem.message)
  }, [problem])

  const [looking, setLooking] = useState(false)
  const [lookup] = useState(() =>
    makeNameLookup({
      tell(_number, looked) {
        setLooking(looked.state === 'looking')
        if (looked.state === 'looking') return
        const patch = {
          acc_name: looked.state === 'found' ? looked.name : '',
          name_by: looked.state === 'found' ? 'bank' : 'hand',
        }
        // A name typed by hand stays when the same number fails once more.
        if (latest.current.name_by === 'hand' && patch.name_by === 'hand') return
        latest.current = { ...latest.current, ...patch }
        set('acc_name', patch.acc_name)
        set('name_by', patch.name_by)
      },
    }),
  )
  useEffect(() => {
    const { acc_number, name_by } = latest.current
    if (acc_number && !name_by) lookup.typed(acc_number)
    return lookup.stop
  }, [lookup])

  function put(patch: Values) {
    latest.current = { ...latest.current, ...patch }
    for (const [name, value] of Object.entries(patch)) set(name, value)
  }

  return {
    ...form,
    lookup,
    looking,
    put,
    field: (name: string) => {
      const props = form.field(name, { tell: true })
      return { ...props, value: props.value ?? '' }
    },
    /** The texts once a name that is being looked up is known. */
    async settled(): Promise<Values> {
      if (latest.current.acc_number && !latest.current.name_by) await lookup.now()
      return latest.current
    },
  }
}
