import { limits } from '@passbook/contract'
import { useEffect, useReducer, useState } from 'react'
import { t } from '#i18n/t.ts'
import { Button } from './button.tsx'

/** When another code can be had, after one was sent just now. */
export const nextResendMs = () => Date.now() + limits.resendAfterSeconds * 1000

/** Asks for another code, from a moment on that its owner keeps: this button may come and go. */
export function Resend({
  openAtMs,
  onResend,
  disabled = false,
}: {
  openAtMs: number
  /** Ends once the answer is there. */
  onResend: () => Promise<unknown>
  disabled?: boolean
}) {
  const wait = useSecondsUntil(openAtMs)
  const [busy, setBusy] = useState(false)

  async function resend() {
    setBusy(true)
    await onResend()
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
function useSecondsUntil(endMs: number): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  const seconds = Math.max(0, Math.ceil((endMs - Date.now()) / 1000))
  const over = seconds === 0
  useEffect(() => {
    if (over) return
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [over])
  return seconds
}
