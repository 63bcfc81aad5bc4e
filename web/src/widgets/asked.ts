import { useRef, useState } from 'react'
import { makeDraft } from '#ui/draft.ts'
import { useRestorer } from '#ui/layers.ts'
import { useArrival } from '#ui/step-panel.tsx'
import { useOwner } from './kept-form.ts'

/**
 * What the bank wants to be approved, as the form says it; null before and after. Forward and a reload
 * lead to its PIN again for as long as the form says the same. They send nothing: that takes the PIN,
 * which nothing has kept.
 */
export function useAsked<Values extends Record<string, string>>(
  /** What the steps are called in the history, as in `bill:pin`. */
  kind: string,
  {
    blank,
    values,
    secret = [],
  }: {
    blank: Values
    values: Values
    /** Fields that are never kept: a reload forgets the whole order, since half of it is none. */
    secret?: readonly (keyof Values)[]
  },
) {
  const owner = useOwner()
  const [asked, setAsked] = useState<Values | null>(null)
  const [kept] = useState(() => makeDraft(`${kind}-asked`, blank, []))
  const last = useRef<Values | null>(null)

  useRestorer(kind, () => {
    const before = last.current ?? kept.read(owner)
    if (before === blank || !isSame(before, values)) return 0
    setAsked(before)
    // The PIN is as far as it goes.
    return 1
  })

  const arrival = useArrival(asked ? 'pin' : 'form', ['form', 'pin'])

  return {
    asked,
    /** How the form comes back into view after the PIN. */
    arrival,
    ask(order: Values) {
      last.current = order
      if (secret.every((name) => order[name] === blank[name])) kept.keep(order, owner)
      else kept.drop()
      setAsked(order)
    },
    /** Back to the form; Forward leads here again. */
    leave: () => setAsked(null),
    /** The bank has decided. */
    settle() {
      last.current = null
      kept.drop()
      setAsked(null)
    },
  }
}

const isSame = (one: Record<string, string>, other: Record<string, string>) =>
  Object.keys(one).every((name) => one[name] === other[name])
