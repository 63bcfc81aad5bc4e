import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#i18n/t.ts'
import { useSession, useSessionState } from '#session/session.tsx'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { Modal } from '#ui/modal.tsx'
import { RecipientForm } from './recipient-form.tsx'
import { RecipientList } from './recipient-list.tsx'

export function AddRecipientDialog() {
  const opened = useSessionState('panel') === 'add-recipient'
  const session = useSession()
  const [busy, setBusy] = useState(false)
  return (
    <Modal opened={opened} onClose={session.closePanel} title={t('Add Recipient')} locked={busy}>
      <RecipientForm onBusy={setBusy} onDone={session.closePanel} />
    </Modal>
  )
}

export function RecipientsDialog() {
  const opened = useSessionState('panel') === 'recipients'
  const session = useSession()
  return (
    <Modal opened={opened} onClose={session.closePanel} title={t('Manage Recipient')}>
      <div className={layout.stack}>
        <RecipientList />
        <Button
          kind="tint"
          wide
          icon={<IconPlus size={18} stroke={2} aria-hidden />}
          onClick={() => session.openPanel('add-recipient')}
        >
          {t('Add recipient')}
        </Button>
      </div>
    </Modal>
  )
}
