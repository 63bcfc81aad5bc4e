import { useState } from 'react'
import { told } from '#i18n/t.ts'
import { useSession, useSessionState } from '#session/session.tsx'
import { Modal } from '#ui/modal.tsx'
import { DepositFlow, firstTitle } from './deposit-flow.tsx'

/** Adding funds over any page. It starts afresh at each opening. */
export function DepositDialog() {
  const opened = useSessionState('panel') === 'deposit'
  const session = useSession()
  const [title, setTitle] = useState(firstTitle)
  const [busy, setBusy] = useState(false)
  return (
    <Modal opened={opened} onClose={session.closePanel} title={told(title)} locked={busy}>
      <DepositFlow
        onTitle={setTitle}
        onBusy={setBusy}
        onLeave={session.closePanel}
        onDone={session.closePanel}
      />
    </Modal>
  )
}
