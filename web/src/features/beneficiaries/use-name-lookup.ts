import { type Account, limits } from '@passbook/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Answer, askBank, canBeLocal } from '#widgets/name-lookup.ts'

/**
 * `manual`: the customer types the name, since the account is elsewhere or nobody answered.
 * `unknown`: this bank has no such number.
 */
export type Lookup =
  | { state: 'idle' | 'looking' | 'found' | 'manual' | 'unknown' }
  | { state: 'limited'; message: string }
type OwnNumbers = readonly Pick<Account, 'Number'>[]

/**
 * Looks up whose account a number is, a second after the last keystroke or as soon as the field is
 * left. A number is asked about once; the answer to one that was changed meanwhile is dropped.
 */
export function useNameLookup(
  number: string,
  { enabled, own, onFound }: { enabled: boolean; own: OwnNumbers; onFound: (name: string) => void },
) {
  const [told, setTold] = useState<{ number: string; lookup: Lookup }>({ number: '', lookup: idle })
  const known = useRef(new Map<string, Answer>())
  const asked = useRef('')

  const lookUp = async () => {
    if (!enabled || number.length <= limits.lookupOverInBeneficiary) return
    if (asked.current === number) return
    asked.current = number
    setTold({ number, lookup: { state: 'looking' } })
    const answer = known.current.get(number) ?? (await answerTo(number, own))
    if (asked.current !== number) return
    if (answer?.state === 'found') onFound(answer.name)
    if (answer && answer.state !== 'limited') known.current.set(number, answer)
    // What is not known yet is asked for again when the field is left once more.
    else asked.current = ''
    setTold({ number, lookup: lookupOf(answer) })
  }
  const later = useEffectEvent(lookUp)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the number starts anew
  useEffect(() => {
    asked.current = ''
    const timer = setTimeout(() => void later(), limits.lookupDelayMs)
    return () => clearTimeout(timer)
  }, [number, enabled])

  const lookup = told.number === number ? told.lookup : idle
  return { lookup: enabled ? lookup : manual, lookUp: () => void lookUp() }
}

const idle: Lookup = { state: 'idle' }
const manual: Lookup = { state: 'manual' }

/** Null where nobody answered. */
async function answerTo(number: string, own: OwnNumbers): Promise<Answer | null> {
  if (!canBeLocal(number, own)) return { state: 'failed' }
  return askBank(number).catch(() => null)
}

function lookupOf(answer: Answer | null): Lookup {
  if (answer === null) return manual
  return answer.state === 'failed' ? { state: 'unknown' } : answer
}
