import { type Account, limits } from '@passbook/contract'
import { useEffect, useRef, useState } from 'react'
import { askAboutLocal, type Checked, type Looked, makeNameLookup } from '#widgets/name-lookup.ts'

/**
 * `manual`: the customer types the name, since the account is elsewhere or nobody answered.
 * `unknown`: this bank has no such number.
 */
export type Lookup =
  | { state: 'idle' | 'looking' | 'found' | 'manual' | 'unknown' }
  | { state: 'limited'; message: string }
  | Checked

/** Debounced: looks up whose account a number is, and tells the name. */
export function useNameLookup(
  number: string,
  {
    enabled,
    own,
    payeeName = '',
    onFound,
  }: {
    enabled: boolean
    own: readonly Pick<Account, 'Number'>[]
    /** A name that the customer typed: it is compared instead of the holder's being told. */
    payeeName?: string
    onFound: (name: string) => void
  },
) {
  const [told, setTold] = useState({ number: '', payeeName: '', lookup: idle })
  const found = useRef(onFound)
  found.current = onFound
  const [lookup] = useState(() =>
    makeNameLookup({
      over: limits.lookupOverInBeneficiary,
      ask: askAboutLocal(own),
      tell(looked, question) {
        if (looked.state === 'found') found.current(looked.name)
        if (looked.state === 'checked') found.current(looked.name ?? question.payeeName)
        setTold({ ...question, lookup: lookupOf(looked) })
      },
    }),
  )

  useEffect(() => {
    if (enabled) lookup.typed(number, payeeName)
    // Ends the wait, and drops an answer that is still to come.
    return () => lookup.typed('')
  }, [lookup, number, payeeName, enabled])

  const isCurrent = told.number === number && told.payeeName === payeeName
  const shown = isCurrent ? told.lookup : idle
  return { lookup: enabled ? shown : manual, lookUp: () => void lookup.now() }
}

const idle: Lookup = { state: 'idle' }
const manual: Lookup = { state: 'manual' }

function lookupOf(looked: Looked): Lookup {
  if (looked.state === 'unanswered') return manual
  return looked.state === 'failed' ? { state: 'unknown' } : looked
}
