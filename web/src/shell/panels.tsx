import type { ComponentType } from 'react'
import { useSession, useSessionState } from '#session/session.tsx'
import type { Panel } from '#session/store.ts'
import { giveUp, LayerName, useRestorer } from '#ui/layers.ts'
import { useWide } from '#ui/use-wide.ts'
import { useOnDemand } from './on-demand.ts'

/** What can lie over any page. Which of them is open, the session says. */
export function Panels() {
  const wide = useWide()
  useRestoredPanel()
  return (
    <>
      {[...dialogs, ...(wide ? wideDialogs : smallDialogs)].map((dialog) => (
        <OnDemand key={dialog.name} {...dialog} />
      ))}
      <Viewed />
    </>
  )
}

type Dialog = { name: string; opens: readonly Panel[]; load: () => Promise<ComponentType> }

// The code of a dialog comes when it is first opened, so that the first page stays light.
const dialogs: readonly Dialog[] = [
  {
    name: 'menu',
    opens: ['menu'],
    load: () => import('./slide-menu.tsx').then((m) => m.SlideMenu),
  },
  {
    name: 'add-account',
    opens: ['add-account'],
    load: () => import('#features/accounts/add-account-dialog.tsx').then((m) => m.AddAccountDialog),
  },
  {
    name: 'quick-loan',
    opens: ['quick-loan'],
    load: () => import('#features/loans/loan-dialogs.tsx').then((m) => m.QuickLoanDialog),
  },
  {
    name: 'repay-loan',
    opens: ['repay-loan'],
    load: () => import('#features/loans/loan-dialogs.tsx').then((m) => m.RepayLoanDialog),
  },
  {
    name: 'bills',
    opens: ['bills'],
    load: () => import('#features/bills/bill-dialogs.tsx').then((m) => m.BillsDialog),
  },
  {
    name: 'add-bill',
    opens: ['add-bill'],
    load: () => import('#features/bills/bill-dialogs.tsx').then((m) => m.AddBillDialog),
  },
  {
    name: 'recipients',
    opens: ['recipients'],
    load: () =>
      import('#features/beneficiaries/recipient-dialogs.tsx').then((m) => m.RecipientsDialog),
  },
  {
    name: 'add-recipient',
    opens: ['add-recipient'],
    load: () =>
      import('#features/beneficiaries/recipient-dialogs.tsx').then((m) => m.AddRecipientDialog),
  },
]

const wideDialogs: readonly Dialog[] = [
  {
    name: 'transfer',
    opens: ['transfer'],
    load: () => import('#features/transfers/transfer-dialog.tsx').then((m) => m.TransferDialog),
  },
  {
    name: 'deposit',
    opens: ['deposit'],
    load: () => import('#features/deposits/deposit-dialog.tsx').then((m) => m.DepositDialog),
  },
]

// Where there is little room, the two ways money goes share one panel.
const smallDialogs: readonly Dialog[] = [
  {
    name: 'money',
    opens: ['transfer', 'deposit'],
    load: () => import('./money-panel.tsx').then((m) => m.MoneyPanel),
  },
]

const panels = [...dialogs, ...wideDialogs].flatMap(({ opens }) => opens)

/** A dialog that is mounted from its first opening on: closing it slides it away, and keeps it. */
function OnDemand({ opens, load }: Dialog) {
  const panel = useSessionState('panel')
  const session = useSession()
  const Dialog = useOnDemand(panel !== null && opens.includes(panel), load, session.closePanel)
  // The menu holds nothing that could be lost, and what is chosen from it takes its place.
  const name = panel && panel !== 'menu' ? `panel:${panel}` : undefined
  return Dialog ? (
    <LayerName value={name}>
      <Dialog />
    </LayerName>
  ) : null
}

/** Forward and a reload find a panel open as it was left; one of an older version may be no more. */
function useRestoredPanel() {
  const session = useSession()
  useRestorer('panel', ([name = '']) => {
    const panel = panels.find((one) => name === `panel:${one}`)
    if (!panel) return 0
    session.openPanel(panel)
    return 1
  })
}

/** The detail of a transaction, which any list can ask for. */
function Viewed() {
  const viewing = useSessionState('viewing')
  const viewed = useSessionState('viewed')
  const session = useSession()
  const Detail = useOnDemand(viewing, loadDetail, session.closeView)
  const known = `detail:${viewed?.Id}`
  useRestorer('detail', ([name = '']) => {
    if (viewed && name === known) session.view(viewed)
    else
      loadAgain()
        .then((view) => view(session, name))
        .catch(() => giveUp(name))
    return 1
  })
  return Detail ? (
    <LayerName value={known}>
      <Detail />
    </LayerName>
  ) : null
}

const loadAgain = () => import('#features/accounts/view-again.ts').then((m) => m.viewAgain)

const loadDetail = () =>
  import('#features/accounts/transaction-detail.tsx').then((m) => m.TransactionDetail)
