import { page } from '#api/page.ts'
import { Logo } from '#ui/logo.tsx'
import sheet from './sheet.module.css'

/** Whose paper it is: the bank's name and, where the operator has set one, its address. */
export function BankMark() {
  // Read here and not with the rest of the page: only what is printed shows it.
  const { bankAddress } = document.documentElement.dataset
  return (
    <div>
      <Logo name={page.systemName} />
      {bankAddress ? <address className={sheet.address}>{bankAddress}</address> : null}
    </div>
  )
}
