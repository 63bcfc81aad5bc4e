import { limits, resolveAccount } from '@passbook/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { send } from '#api/client.ts'

/** `manual` is a name that nobody could look up and that the customer types. */
export type LookupState = 'idle' | 'looking' | 'found' | 'manual'

/**
 * Looks up whose account a number is, a second after the last keystroke or as soon as the field is
 * left. A number is asked about once; the answer to one that was changed meanwhile is dropped.
 */
export function useNameLookup(
  number: string,
  { enabled, onFound }: { enabled: boolean; onFound: (name: string) => void },
) {
  const [answer, setAnswer] = useState<{ number: string; state: LookupState }>({
    number: '',
    state: 'idle',
  })
  const known = useRef(new Map<string, string>())
  const asked = useRef('')

  const found = (name: string) => {
    known.current.set(number, name)
    onFound(name)
    setAnswer({ number, state: 'found' })
  }

  const lookUp = async () => {
    if (!enabled || number.length <= limits.lookupOverInBeneficiary) return
    if (asked.current === number) return
    asked.current = number
    const held = known.current.get(number)
    if (held !== undefined) return found(held)
    setAnswer({ number, state: 'looking' })
    try {
      const { data } = await send(resolveAccount, { accountNumber: number })
      if (asked.current === number) found(data)
    } catch {
      if (asked.current === number) setAnswer({ number, state: 'manual' })
    }
  }
  const later = useEffectEvent(lookUp)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the number starts anew
  useEffect(() => {
    asked.current = ''
    const timer = setTimeout(() => void later(), limits.lookupDelayMs)
    return () => clearTimeout(timer)
  }, [number, enabled])

  const state: LookupState = answer.number === number ? answer.state : 'idle'
  return { state: enabled ? state : 'manual', lookUp: () => void lookUp() }
}
