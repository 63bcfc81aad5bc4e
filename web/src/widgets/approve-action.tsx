import { messages, requestOtpByForm } from '@passbook/contract'
import { type ReactNode, useState } from 'react'
import { send } from '#api/client.ts'
import { type BoundOrder, signedOrder } from '#api/signed-order.ts'
import { RequestError, textOf } from '#api/texts.ts'
import { t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useCustomer } from '#session/customer.ts'
import { alert } from '#ui/alert.tsx'
import { useLayer } from '#ui/layers.ts'
import { Notice } from '#ui/notice.tsx'
import { nextResendMs } from '#ui/resend.tsx'
import { StepPanel, useArrival } from '#ui/step-panel.tsx'
import { CodeStep, NoPin, PinStep } from './approval.tsx'
import { refusedStep } from './refused-step.ts'

export type Approval = { pin: string; otp: string; approval?: string }
type Step =
  | { at: 'pin'; refused?: boolean }
  | { at: 'code'; pin: string; mailed: { tries: number; spent: boolean; resendAtMs: number } }

/** Whether the bank would do it, if only it were approved. */
export const wantsApproval = (error: unknown): boolean =>
  error instanceof RequestError && error.code === 'approval_required'

/**
 * PIN, and a code for those who use codes, or a passkey, for what is no transfer: they take the place
 * of its form, and each is an entry of the history.
 * What the bank then says against the form itself is thrown on to it.
 */
export function ApproveAction({
  order,
  children,
  place,
  signable = true,
  onApproved,
  onRefused,
  onBack,
  back,
}: {
  order: BoundOrder
  /** What is being approved, in words. */
  children?: ReactNode
  /** What `useAsked` calls it, and the page that it is a step of; in a dialog there is none. */
  place?: { kind: string; path?: string | undefined }
  /** Whether all that a passkey has to sign is known. */
  signable?: boolean
  onApproved: (approval: Approval) => Promise<void>
  onRefused: (error: unknown) => void
  onBack: () => void
  /** Where the customer comes back to after setting a PIN. */
  back: string
}) {
  const [step, setStep] = useState<Step>({ at: 'pin' })
  const { back: fromCode } = useArrival(step.at, ['pin', 'code'])
  const [busy, setBusy] = useState(false)
  const [triesLeft, setTriesLeft] = useState<number | undefined>()
  const { user } = useCustomer()
  const links = { pinHref: paths.pin, back }
  const entry = (at: Step['at']) => ({
    name: place && `${place.kind}:${at}`,
    address: place?.path && `${place.path}?step=${at}`,
    locked: busy,
    step: true,
  })
  useLayer(true, { ...entry('pin'), close: onBack })
  useLayer(step.at === 'code', { ...entry('code'), close: () => setStep({ at: 'pin' }) })

  async function working<Result>(deed: () => Promise<Result>): Promise<Result> {
    setBusy(true)
    try {
      return await deed()
    } finally {
      setBusy(false)
    }
  }

  async function askForCode(pin: string): Promise<boolean> {
    try {
      await working(() => send(requestOtpByForm, { pin, ...order }))
    } catch (error) {
      setTriesLeft(triesLeftIn(error))
      await alert(textOf(error))
      return false
    }
    setStep({ at: 'code', pin, mailed: { tries: 0, spent: false, resendAtMs: nextResendMs() } })
    return true
  }

  async function approve(approval: Approval): Promise<void> {
    try {
      await working(() => onApproved(approval))
    } catch (error) {
      const code = error instanceof RequestError ? error.code : undefined
      // Codes were switched on since the page was loaded: this order needs one too.
      if (code === 'otp_needed' && approval.pin) return void (await askForCode(approval.pin))
      const next = nextStep(step, code)
      if (next === undefined) return onRefused(error)
      setStep(next)
      setTriesLeft(triesLeftIn(error))
      await alert(textOf(error))
    }
  }

  async function sign(): Promise<void> {
    try {
      const approval = await working(() => signedOrder(order))
      if (approval !== null) await approve({ pin: '', otp: '', approval })
    } catch (error) {
      await alert(textOf(error))
    }
  }

  const shared = { ...links, busy, onPasskey: signable ? () => void sign() : undefined }
  if (user.has_pin === false) {
    const help = t('A PIN approves what costs money. What you filled in waits here.')
    return (
      <StepPanel arrived back={false}>
        <NoPin {...shared} onBack={onBack} help={help} />
      </StepPanel>
    )
  }
  if (step.at === 'pin') {
    return (
      <StepPanel key="pin" arrived back={fromCode}>
        <PinStep
          {...shared}
          refused={step.refused}
          triesLeft={triesLeft}
          onPin={async (pin) => {
            if (user.UseOtp) await askForCode(pin)
            else await approve({ pin, otp: '' })
          }}
          onBack={onBack}
        >
          {children}
          <Notice kind="info">{told(messages.approvalRequired)}</Notice>
        </PinStep>
      </StepPanel>
    )
  }
  const { pin, mailed } = step
  return (
    <StepPanel key="code" arrived back={false}>
      <CodeStep
        // Digits that were refused are typed anew.
        key={mailed.tries}
        {...links}
        onCode={(otp) => void approve({ pin, otp })}
        onResend={() => askForCode(pin)}
        onBack={() => setStep({ at: 'pin' })}
        busy={busy}
        mailed={mailed}
        help={t('A code for this is on its way to your email. It is good for five minutes.')}
      >
        {children}
      </CodeStep>
    </StepPanel>
  )
}

const triesLeftIn = (error: unknown) =>
  error instanceof RequestError ? error.data.triesLeft : undefined

/** The step that can put a refusal right; none where it is about the form. */
function nextStep(step: Step, code: string | undefined): Step | undefined {
  const at = refusedStep(code)
  if (at === 'pin') return { at, refused: true }
  if (at !== 'code' || step.at !== 'code') return undefined
  const { tries, resendAtMs } = step.mailed
  const spent = code === 'otp_spent'
  // Only another code can help where this one is spent, so it can be had at once.
  const mailed = { tries: tries + 1, spent, resendAtMs: spent ? Date.now() : resendAtMs }
  return { ...step, mailed }
}
