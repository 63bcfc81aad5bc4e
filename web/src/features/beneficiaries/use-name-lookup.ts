import { type Account, limits } from '@passbook/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Answer, askBank, type Checked, canBeLocal } from '#widgets/name-lookup.ts'

/**
 * `manual`: the customer types the name, since the account is elsewhere or nobody answered.
 * `unknown`: this bank has no such number.
 */
export type Lookup =
  | { state: 'idle' | 'looking' | 'found' | 'manual' | 'unknown' }
  | { state: 'limited'; message: string }
  | Checked
type OwnNumbers = readonly Pick<Account, 'Number'>[]

/**
 * Looks up whose account a number is, a second after the last keystroke or as soon as the field is
 * left. A number is asked about once; the answer to one that was changed meanwhile is dropped.
 */
export function useNameLookup(
  number: string,
  {
    enabled,
    own,
    payeeName = '',
    onFound,
  }: {
    enabled: boolean
    own: OwnNumbers
    /** A name that the customer typed: it is compared instead of the holder's being told. */
    payeeName?: string
    onFound: (name: string) => void
  },
) {
  const question = `${number} ${payeeName}`
  const [told, setTold] = useState<{ question: string; lookup: Lookup }>({
    question: '',
    lookup: idle,
  })
  const known = useRef(new Map<string, Answer>())
  const asked = useRef('')

  const lookUp = async () => {
    if (!enabled || number.length <= limits.lookupOverInBeneficiary) return
    if (asked.current === question) return
    asked.current = question
    setTold({ question, lookup: { state: 'looking' } })
    const answer = known.current.get(question) ?? (await answerTo(number, payeeName, own))
    if (asked.current !== question) return
    if (answer?.state === 'found') onFound(answer.name)
    if (answer?.state === 'checked') onFound(answer.name ?? payeeName)
    if (answer && answer.state !== 'limited') known.current.set(question, answer)
    // What is not known yet is asked for again when the field is left once more.
    else asked.current = ''
    setTold({ question, lookup: lookupOf(answer) })
  }
  const later = useEffectEvent(lookUp)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the question starts anew
  useEffect(() => {
    asked.current = ''
    const timer = setTimeout(() => void later(), limits.lookupDelayMs)
    return () => clearTimeout(timer)
  }, [question, enabled])

  const lookup = told.question === question ? told.lookup : idle
  return { lookup: enabled ? lookup : manual, lookUp: () => void lookUp() }
}

const idle: Lookup = { state: 'idle' }
const manual: Lookup = { state: 'manual' }

/** Null where nobody answered. */
async function answerTo(
  number: string,
  payeeName: string,
  own: OwnNumbers,
): Promise<Answer | null> {
  if (!canBeLocal(number, own)) return { state: 'failed' }
  return askBank(number, payeeName).catch(() => null)
}

function lookupOf(answer: Answer | null): Lookup {
  if (answer === null) return manual
  return answer.state === 'failed' ? { state: 'unknown' } : answer
}
