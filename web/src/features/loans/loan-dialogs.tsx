import { useState } from 'react'
import { t } from '#i18n/t.ts'
import { useSession, useSessionState } from '#session/session.tsx'
import layout from '#ui/layout.module.css'
import { Modal } from '#ui/modal.tsx'
import { QuickLoanForm } from './quick-loan-form.tsx'
import { RepayLoan } from './repay-loan.tsx'
import { RepayText } from './repay-text.tsx'

export function QuickLoanDialog() {
  const opened = useSessionState('panel') === 'quick-loan'
  const session = useSession()
  const [busy, setBusy] = useState(false)
  return (
    <Modal opened={opened} onClose={session.closePanel} title={t('Quick Loan')} locked={busy}>
      <QuickLoanForm onBusy={setBusy} onDone={session.closePanel} />
    </Modal>
  )
}

export function RepayLoanDialog() {
  const opened = useSessionState('panel') === 'repay-loan'
  const session = useSession()
  const [busy, setBusy] = useState(false)
  return (
    <Modal opened={opened} onClose={session.closePanel} title={t('Quick Loan')} locked={busy}>
      <div className={layout.stack}>
        <RepayText />
        <RepayLoan onBusy={setBusy} onDone={session.closePanel} />
      </div>
    </Modal>
  )
}
