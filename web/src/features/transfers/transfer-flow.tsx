import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useCustomer } from '#session/customer.ts'
import { Notice } from '#ui/notice.tsx'
import { StepPanel, useArrival } from '#ui/step-panel.tsx'
import { CodeStep, NoPin, PinStep } from '#widgets/approval.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import type { Desk } from './desk.ts'
import type { Step } from './flow.ts'
import { labelOf } from './kinds.ts'
import { OrderForm } from './order-form.tsx'
import { OrderLine } from './order-line.tsx'
import { Sending, Success, UnknownOutcome } from './outcome.tsx'
import { Progress } from './progress.tsx'
import { TypeList } from './type-list.tsx'

const pinPlace = { pinHref: paths.pin, back: paths.transfer }

/** What each panel calls itself. */
export function titleOf(step: Step): string {
  switch (step.at) {
    case 'choose':
      return t('Select Transfer Type')
    case 'form':
      return labelOf(step.kind)
    case 'confirm':
      return t('Confirm Transaction')
    case 'pin':
      return t('Enter Pin to Confirm')
    case 'code':
      return t('Enter OTP')
    case 'sending':
      return t('Please Wait')
    case 'unknown':
      return t('No answer yet')
    case 'done':
      // What has only left the account is not there yet, and what can be undone has not even left.
      if (step.transaction.State === 'pending') {
        return step.transaction.UndoUntil ? t('Transfer on its way') : t('Transfer sent')
      }
      return step.transaction.State === 'failed'
        ? t('Transfer called back')
        : t('Transfer successful')
  }
}

type FlowProps = {
  desk: Desk
  step: Step
  busy: boolean
  /** What the last OK does; without it the list of types comes back. */
  onOk?: () => void
  /** Another dialog lies over this one. */
  onOverlay?: (open: boolean) => void
  /** Opens the form of a new recipient, where nothing is in its way. */
  onNew?: () => void
}

const order: readonly Step['at'][] = [
  ...(['choose', 'form', 'confirm', 'pin', 'code'] as const),
  ...(['sending', 'unknown', 'done'] as const),
]

/** A transfer from the list of types to its end, wherever it is shown. */
export function TransferFlow(props: FlowProps) {
  const { desk, step } = props

  // Whoever comes back later looks at the order again before approving it.
  useEffect(() => () => desk.go({ type: 'left' }), [desk])

  return (
    <StepPanel key={step.at} withTitle {...useArrival(step.at, order)}>
      <Progress step={step} />
      <Panel {...props} />
    </StepPanel>
  )
}

function Panel({ desk, step, busy, onOk = desk.reset, onOverlay = () => {}, onNew }: FlowProps) {
  const client = useQueryClient()
  const back = () => desk.go({ type: 'back' })
  switch (step.at) {
    case 'choose':
      return (
        <TypeList
          onPick={(kind) => desk.go({ type: 'chosen', kind })}
          onRecipient={desk.sendTo}
          onNew={onNew}
        />
      )
    case 'form':
      return (
        <OrderForm
          kind={step.kind}
          draft={desk.draft(step.kind)}
          problem={step.problem}
          sentBefore={step.key}
          onDraft={(values) => desk.saveDraft(step.kind, values)}
          onTold={() => desk.go({ type: 'problem-told' })}
          onReady={(order) => desk.go({ type: 'filled', order })}
          onBack={back}
          onOverlay={onOverlay}
        />
      )
    case 'confirm':
      return (
        <ConfirmStep
          order={step.order}
          rateChanged={step.rateChanged}
          onBack={back}
          onProceed={() => desk.go({ type: 'confirmed' })}
        />
      )
    case 'pin':
      return <Pin desk={desk} step={step} busy={busy} />
    case 'code':
      return (
        <CodeStep
          {...pinPlace}
          onCode={(code) => desk.enterCode(client, code)}
          onResend={() => desk.resendCode(client)}
          onBack={back}
          busy={busy}
          mailed={step.mailed}
        >
          <OrderLine order={step.order} />
        </CodeStep>
      )
    case 'sending':
      return <Sending late={step.late} repeatable={step.order.repeatable} />
    case 'unknown':
      return (
        <UnknownOutcome
          order={step.order}
          text={step.text}
          onAgain={() => desk.tryAgain(client)}
          onReset={desk.reset}
        />
      )
    case 'done':
      return <Success desk={desk} step={step} onOk={onOk} />
  }
}

type PinProps = { desk: Desk; step: Extract<Step, { at: 'pin' }>; busy: boolean }

function Pin({ desk, step: { order, interrupted, refused, triesLeft }, busy }: PinProps) {
  const client = useQueryClient()
  const { user } = useCustomer()
  const back = () => desk.go({ type: 'back' })
  const shared = { ...pinPlace, busy, onPasskey: () => void desk.signWithPasskey(client) }
  if (user.has_pin === false) return <NoPin {...shared} onBack={back} />
  return (
    <PinStep
      {...shared}
      refused={refused}
      triesLeft={triesLeft}
      onPin={(pin) => desk.enterPin(client, pin, user.UseOtp === true)}
      onBack={interrupted ? undefined : back}
    >
      <OrderLine order={order} />
      {interrupted ? (
        <Notice kind="info">
          {t(
            'Your transfer was on its way when this page was left. Enter your PIN to learn what became of it: if it was made you will see it, if not it is made now. It is never paid twice.',
          )}
        </Notice>
      ) : null}
    </PinStep>
  )
}
