import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInWithPasskey } from '#api/passkeys.ts'
import { storeToken } from '#api/token.ts'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { nextPath } from '#session/next-path.ts'
import { passkeysWorkHere } from '#session/passkeys-here.ts'
import { Button } from '#ui/button.tsx'

// Before the bank's challenge runs out, with room for a slow thumb.
const renewAfterMs = 4 * 60_000

/** Signs in with a passkey: by its button, and by what the browser offers at the username. */
export function PasskeyEntry({ onProblem }: { onProblem: (error: unknown) => void }) {
  const [works] = useState(() => passkeysWorkHere())
  const [busy, setBusy] = useState(false)
  // Another round of autofill begins when a challenge is old, and after the button has had its turn.
  const [round, setRound] = useState(0)
  const autofill = useRef<AbortController | null>(null)
  const { search } = useLocation()
  const navigate = useNavigate()

  async function enter(signal?: AbortSignal) {
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

  if (!works) return null
  return (
    <Button
      kind="plain"
      wide
      busy={busy}
      icon={<IconFingerprint size={20} stroke={1.75} aria-hidden />}
      onClick={() => void ask()}
    >
      {t('Sign in with a passkey')}
    </Button>
  )
}
