import { AddAccountDialog } from '#features/accounts/add-account-dialog.tsx'
import { TransactionDetail } from '#features/accounts/transaction-detail.tsx'
import { SlideMenu } from './slide-menu.tsx'

/** What can lie over any page. Which of them is open, the session says. */
export function Panels() {
  return (
    <>
      <SlideMenu />
      <AddAccountDialog />
      <TransactionDetail />
    </>
  )
}
