import { limits } from '@passbook/contract'
import { useState } from 'react'
import { t } from '#i18n/t.ts'
import { Button } from './button.tsx'
import { useSecondsUntil } from './use-seconds-until.ts'

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
