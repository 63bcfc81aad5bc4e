import { useEffect, useState } from 'react'
import { useCustomer } from '#session/customer.ts'
import { makeDraft } from '#ui/draft.ts'
import { useForm } from '#ui/form.ts'

/** Whose drafts these are. */
export function useOwner(): string {
  const { user } = useCustomer()
  return user.Username ?? user.Email ?? ''
}

/**
 * A form whose texts are kept at every key, in the tab's own storage: neither Back nor Forward nor a
 * reload loses them. What is secret must be named, or have no place in such a form; `name` is the
 * form's own.
 */
export function useKeptForm<Values extends Record<string, string>>(
  name: string,
  blank: Values,
  {
    mend = (kept) => kept,
    secret = [],
  }: {
    /** What is to be asked for again, of what was kept. */
    mend?: (kept: Values) => Values
    /** Fields that are never kept. */
    secret?: readonly (keyof Values)[]
  } = {},
) {
  const owner = useOwner()
  const [draft] = useState(() => makeDraft(name, blank, secret))
  const form = useForm(blank, () => mend(draft.read(owner)))
  const { values } = form
  useEffect(() => draft.keep(values, owner), [draft, values, owner])

  return {
    ...form,
    /** What was typed is no longer wanted. */
    forget: draft.drop,
    reset() {
      // At once: the form may go away with what it has done.
      draft.drop()
      form.reset()
    },
  }
}
