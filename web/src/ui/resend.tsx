import { limits } from '@passbook/contract'
import { useEffect, useState } from 'react'
import { t } from '#i18n/t.ts'
import { Button } from './button.tsx'

/** Asks for another code, half a minute after the last one. */
export function Resend({
  onResend,
  disabled = false,
}: {
  /** True once another code is on its way. */
  onResend: () => Promise<boolean>
  disabled?: boolean
}) {
  const [wait, restart] = useCountdown(limits.resendAfterSeconds)
  const [busy, setBusy] = useState(false)

  async function resend() {
    setBusy(true)
    if (await onResend()) restart()
    setBusy(false)
  }

  return (
    <Button
      kind="link"
      size="sm"
      busy={busy}
      disabled={wait > 0 || disabled}
      onClick={() => void resend()}
    >
      {wait > 0 ? t('Resend code in {wait} s', { wait }) : t('Resend code')}
    </Button>
  )
}

/** Whole seconds left, by the clock, so that a sleeping tab does not stop it. */
function useCountdown(seconds: number): [number, () => void] {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000)
  const [now, setNow] = useState(Date.now)
  const over = now >= until
  useEffect(() => {
    if (over) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [over])
  function restart() {
    const at = Date.now()
    setNow(at)
    setUntil(at + seconds * 1000)
  }
  return [Math.max(0, Math.ceil((until - now) / 1000)), restart]
}
