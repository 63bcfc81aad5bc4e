import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { storeToken } from '#api/token.ts'
import { paths } from '#paths.ts'
import { nextPath } from '#session/next-path.ts'
import { passkeysWorkHere } from '#session/passkeys-here.ts'

// Before the bank's challenge runs out, with room for a slow thumb.
const renewAfterMs = 4 * 60_000

/**
 * Signing in with a passkey: by a button, and by what the browser offers at the username. Null where
 * no passkey can work. Its code comes after the page is drawn.
 */
export function usePasskeyLogin(
  onProblem: (error: unknown) => void,
): { busy: boolean; ask: () => void } | null {
  const [works] = useState(() => passkeysWorkHere())
  const [busy, setBusy] = useState(false)
  // Another round of autofill begins when a challenge is old, and after the button has had its turn.
  const [round, setRound] = useState(0)
  const autofill = useRef<AbortController | null>(null)
  const { search } = useLocation()
  const navigate = useNavigate()

  async function enter(signal?: AbortSignal) {
    const { signInWithPasskey } = await import('#api/passkeys.ts')
    const token = await signInWithPasskey(signal)
    if (token === null || signal?.aborted) return
    storeToken(token)
    await navigate(nextPath(search) ?? paths.overview, { replace: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a round begins once
  useEffect(() => {
    if (!works) return
    const controller = new AbortController()
    autofill.current = controller
    enter(controller.signal).catch(onProblem)
    const renewal = setTimeout(() => setRound((now) => now + 1), renewAfterMs)
    return () => {
      clearTimeout(renewal)
      controller.abort()
    }
  }, [works, round])

  async function ask() {
    // A browser asks for one passkey at a time.
    autofill.current?.abort()
    setBusy(true)
    try {
      await enter()
    } catch (error) {
      onProblem(error)
    } finally {
      setBusy(false)
      setRound((now) => now + 1)
    }
  }

  return works ? { busy, ask: () => void ask() } : null
}
