import { initUser, messages } from '@passbook/contract'
import { type ComponentType, useEffect, useState } from 'react'
import { send } from '#api/client.ts'
import { alert } from '#ui/alert.tsx'

/**
 * The code of something that is seldom on the screen, fetched when it is first wanted and kept from
 * then on. Where it cannot be had the customer is told.
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
        void recover()
      },
    )
  }, [missing])

  return held?.Loaded ?? null
}

/**
 * A browser may remember for good that a piece of code could not be had, and a new version of the
 * site has other pieces: once the bank can be reached, only loading the page anew helps.
 */
async function recover() {
  await alert(messages.connectionError)
  await send(initUser, {}).then(
    () => window.location.reload(),
    () => undefined,
  )
}
