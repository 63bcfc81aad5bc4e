import { useState } from 'react'
import { useSession, useSessionState } from '#session/session.tsx'
import { Modal } from '#ui/modal.tsx'
import { useDesk } from './desk.ts'
import { TransferFlow, titleOf } from './transfer-flow.tsx'
import { TransferTrail } from './transfer-trail.tsx'

/** Sending money over any page: from the dashboard, and from the round button of a phone. */
export function TransferDialog() {
  const opened = useSessionState('panel') === 'transfer'
  const session = useSession()
  const { desk, step, busy } = useDesk()
  const [covered, setCovered] = useState(false)

  return (
    <>
      <Modal
        opened={opened}
        onClose={session.closePanel}
        title={titleOf(step)}
        locked={step.at === 'sending' || covered}
      >
        <TransferFlow
          desk={desk}
          step={step}
          busy={busy}
          onOk={session.closePanel}
          onOverlay={setCovered}
        />
      </Modal>
      {opened ? <TransferTrail desk={desk} step={step} busy={busy} /> : null}
    </>
  )
}
