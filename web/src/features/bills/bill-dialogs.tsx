import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#i18n/t.ts'
import { useSession, useSessionState } from '#session/session.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { Modal } from '#ui/modal.tsx'
import { BillForm, useBillForm } from './bill-form.tsx'
import { BillList } from './bill-list.tsx'
import classes from './bills.module.css'

export function AddBillDialog() {
  const opened = useSessionState('panel') === 'add-bill'
  const session = useSession()
  const [busy, setBusy] = useState(false)
  return (
    <Modal opened={opened} onClose={session.closePanel} title={t('Add Bill')} locked={busy} wide>
      <AddBill onBusy={setBusy} onDone={session.closePanel} />
    </Modal>
  )
}

function AddBill(props: { onBusy: (busy: boolean) => void; onDone: () => void }) {
  return <BillForm form={useBillForm()} {...props} />
}

export function BillsDialog() {
  const opened = useSessionState('panel') === 'bills'
  const session = useSession()
  return (
    <Modal opened={opened} onClose={session.closePanel} title={t('Manage Bills')}>
      <div className={cx(layout.stack, classes.form)}>
        <BillList />
        <Button
          kind="tint"
          wide
          icon={<IconPlus size={18} stroke={2} aria-hidden />}
          onClick={() => session.openPanel('add-bill')}
        >
          {t('Add bill')}
        </Button>
      </div>
    </Modal>
  )
}
