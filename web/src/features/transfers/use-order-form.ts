import type { Account } from '@passbook/contract'
import { useEffect, useRef, useState } from 'react'
import { alert } from '#ui/alert.tsx'
import { type Problem, useForm } from '#ui/form.ts'
import { askAboutLocal, type Looked, makeNameLookup } from '#widgets/name-lookup.ts'
import type { Values } from './flow.ts'

export type OrderForm = ReturnType<typeof useOrderForm>

/** The form's texts, kept as a draft at every key, and the name behind its account number. */
export function useOrderForm(
  draft: Values,
  options: {
    /** Only numbers of this bank are looked up: it has no word on accounts elsewhere. */
    local: boolean
    /** The customer's accounts, which show what numbers of this bank look like. */
    own: readonly Account[]
    problem: Problem | undefined
    onDraft: (values: Values) => void
    onTold: () => void
  },
) {
  const form = useForm<Record<string, string>>({ ...draft })
  const { values, problem, fail, set } = form
  const latest = useRef(values)
  latest.current = values
  const { local, onDraft, onTold } = options

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

  const [looked, setLooked] = useState<Looked | null>(null)
  const answer = useRef<Looked | null>(null)
  const [lookup] = useState(() =>
    makeNameLookup({
      ask: askAboutLocal(options.own),
      tell(told) {
        // Asked once more as the field is left, what it says stays: nothing moves under a press.
        if (told.state === 'looking' && answer.current?.state === 'limited') return
        answer.current = told
        setLooked(told)
        if (told.state === 'looking' || told.state === 'limited') return
        if (told.state === 'checked') {
          const { payee_name = '' } = latest.current
          const acc_name = told.name ?? payee_name.trim()
          return put({ acc_name, name_by: 'checked', payee_verdict: told.verdict })
        }
        const found = told.state === 'found'
        // A name typed by hand stays when the same number fails once more.
        if (!found && latest.current.name_by === 'hand') return
        put({ acc_name: found ? told.name : '', name_by: found ? 'bank' : 'hand' })
      },
    }),
  )
  useEffect(() => {
    const { acc_number = '', payee_name } = latest.current
    if (local && isUnresolved(latest.current)) lookup.typed(acc_number, payee_name)
    return lookup.stop
  }, [lookup, local])

  function put(patch: Values) {
    latest.current = { ...latest.current, ...patch }
    for (const [name, value] of Object.entries(patch)) set(name, value)
  }

  function field(name: string) {
    const props = form.field(name, { tell: true })
    return { ...props, value: props.value ?? '' }
  }

  return {
    ...form,
    lookup,
    looked,
    put,
    /** The number has changed: nothing is known about it any more. */
    forget() {
      answer.current = null
      setLooked(null)
    },
    field,
    /** A field whose text is tidied while it is typed. */
    textField: (name: string) => ({
      ...field(name),
      onChange: (value: string) => put({ [name]: value }),
    }),
    /** The texts, and what the bank says about their number, which is asked for where it must be. */
    async settled(): Promise<{ values: Values; looked: Looked | null }> {
      if (local && isUnresolved(latest.current)) await lookup.now()
      return { values: latest.current, looked: answer.current }
    },
  }
}

/** Where a name comes from that the bank has had its say about. */
const resolvedBy = ['bank', 'recipient', 'checked']
export const isResolved = ({ name_by = '' }: Values) => resolvedBy.includes(name_by)

/** A number without a name that the bank, or a recipient that it has kept, stands for. */
const isUnresolved = (values: Values) => values.acc_number !== '' && !isResolved(values)
