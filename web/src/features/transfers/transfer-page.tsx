import { useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#paths.ts'
import { useSession, useSessionState } from '#session/session.tsx'
import { Card } from '#ui/card.tsx'
import layout from '#ui/layout.module.css'
import { Modal } from '#ui/modal.tsx'
import { StepTitle } from '#ui/step-title.tsx'
import { useDesk } from './desk.ts'
import { Success } from './outcome.tsx'
import { RequestGate } from './request-gate.tsx'
import { TransferFlow, titleOf } from './transfer-flow.tsx'
import { TransferTrail } from './transfer-trail.tsx'
import classes from './transfers.module.css'

/** Sending money, as a page of its own. */
export function TransferPage() {
  // The same transfer lies open over the page: one of the two is enough.
  const elsewhere = useSessionState('panel') === 'transfer'
  const token = new URLSearchParams(useLocation().search).get('request')
  if (token) return <RequestGate key={token} token={token} />
  return elsewhere ? null : <OpenPage />
}

function OpenPage() {
  const { desk, step, busy } = useDesk()
  const session = useSession()
  const done = step.at === 'done' ? step : null
  // It stays while its dialog slides out of sight.
  const [last, setLast] = useState(done)
  if (done && done !== last) setLast(done)
  const shown = done ? ({ at: 'choose' } as const) : step
  return (
    <Card className={layout.form}>
      {step.at === 'choose' ? null : <StepTitle text={titleOf(step)} />}
      {shown.at === 'choose' ? null : <h2 className={classes.title}>{titleOf(shown)}</h2>}
      <TransferFlow
        desk={desk}
        step={shown}
        busy={busy}
        onNew={() => session.openPanel('add-recipient')}
      />
      <TransferTrail desk={desk} step={shown} busy={busy} path={paths.transfer} />
      <Modal opened={done !== null} onClose={desk.reset} title={last ? titleOf(last) : ''}>
        {last ? <Success desk={desk} step={last} onOk={desk.reset} /> : null}
      </Modal>
    </Card>
  )
}
