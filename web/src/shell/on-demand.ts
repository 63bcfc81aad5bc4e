import { messages } from '@passbook/contract'
import { type ComponentType, useEffect, useState } from 'react'
import { alert } from '#ui/alert.tsx'

/**
 * The code of something that is seldom on the screen, fetched when it is first wanted and kept from
 * then on. Where it cannot be had the customer is told, and the next try fetches again.
 */
export function useOnDemand<Props>(
  wanted: boolean,
  load: () => Promise<ComponentType<Props>>,
  onFailed?: () => void,
): ComponentType<Props> | null {
  const [held, setHeld] = useState<{ Loaded: ComponentType<Props> } | null>(null)
  const missing = wanted && held === null

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the first wish that counts
  useEffect(() => {
    if (!missing) return
    load().then(
      (Loaded) => setHeld({ Loaded }),
      () => {
        onFailed?.()
        void alert(messages.connectionError)
      },
    )
  }, [missing])

  return held?.Loaded ?? null
}
