import { type ComponentType, Suspense, useState } from 'react'
import { AddAccountDialog } from '#features/accounts/add-account-dialog.tsx'
import { TransactionDetail } from '#features/accounts/transaction-detail.tsx'
import { lazyPage } from '#lazy-page.tsx'
import { useSessionState } from '#session/session.tsx'
import type { Panel } from '#session/store.ts'
import { useWide } from '#ui/use-wide.ts'
import { SlideMenu } from './slide-menu.tsx'

/** What can lie over any page. Which of them is open, the session says. */
export function Panels() {
  const wide = useWide()
  return (
    <>
      <SlideMenu />
      <AddAccountDialog />
      <TransactionDetail />
      {(wide ? [...dialogs, ...wideDialogs] : [...dialogs, ...smallDialogs]).map((dialog) => (
        <OnDemand key={dialog.name} {...dialog} />
      ))}
    </>
  )
}

type Dialog = { name: string; opens: readonly Panel[]; Dialog: ComponentType }

// The code of a dialog comes when it is first opened, so that the first page stays light.
const dialogs: readonly Dialog[] = [
  {
    name: 'quick-loan',
    opens: ['quick-loan'],
    Dialog: lazyPage(() =>
      import('#features/loans/loan-dialogs.tsx').then((m) => m.QuickLoanDialog),
    ),
  },
  {
    name: 'repay-loan',
    opens: ['repay-loan'],
    Dialog: lazyPage(() =>
      import('#features/loans/loan-dialogs.tsx').then((m) => m.RepayLoanDialog),
    ),
  },
  {
    name: 'bills',
    opens: ['bills'],
    Dialog: lazyPage(() => import('#features/bills/bill-dialogs.tsx').then((m) => m.BillsDialog)),
  },
  {
    name: 'add-bill',
    opens: ['add-bill'],
    Dialog: lazyPage(() => import('#features/bills/bill-dialogs.tsx').then((m) => m.AddBillDialog)),
  },
  {
    name: 'recipients',
    opens: ['recipients'],
    Dialog: lazyPage(() =>
      import('#features/beneficiaries/recipient-dialogs.tsx').then((m) => m.RecipientsDialog),
    ),
  },
  {
    name: 'add-recipient',
    opens: ['add-recipient'],
    Dialog: lazyPage(() =>
      import('#features/beneficiaries/recipient-dialogs.tsx').then((m) => m.AddRecipientDialog),
    ),
  },
]

const wideDialogs: readonly Dialog[] = [
  {
    name: 'transfer',
    opens: ['transfer'],
    Dialog: lazyPage(() =>
      import('#features/transfers/transfer-dialog.tsx').then((m) => m.TransferDialog),
    ),
  },
  {
    name: 'deposit',
    opens: ['deposit'],
    Dialog: lazyPage(() =>
      import('#features/deposits/deposit-dialog.tsx').then((m) => m.DepositDialog),
    ),
  },
]

// Where there is little room, the two ways money goes share one panel.
const smallDialogs: readonly Dialog[] = [
  {
    name: 'money',
    opens: ['transfer', 'deposit'],
    Dialog: lazyPage(() => import('./money-panel.tsx').then((m) => m.MoneyPanel)),
  },
]

/** A dialog that is mounted from its first opening on: closing it slides it away, and keeps it. */
function OnDemand({ opens, Dialog }: Dialog) {
  const panel = useSessionState('panel')
  const wanted = panel !== null && opens.includes(panel)
  const [known, setKnown] = useState(wanted)
  if (wanted && !known) setKnown(true)
  if (!known) return null
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  )
}
