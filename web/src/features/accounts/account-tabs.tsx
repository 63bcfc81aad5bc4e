import { type KeyboardEvent, useEffect, useRef } from 'react'
import { isFromRight, t } from '#i18n/t.ts'
import { useAccounts, useSelectedAccount } from '#session/customer.ts'
import { useSession } from '#session/session.tsx'
import { cx } from '#ui/cx.ts'
import { shortNames } from '#widgets/account-facts.ts'
import classes from './account-tabs.module.css'

/** A tab for each account, in a row that scrolls; arrow keys go along it. */
export function AccountTabs({ panelId }: { panelId: string }) {
  const accounts = useAccounts()
  const selected = useSelectedAccount()
  const session = useSession()
  const row = useRef<HTMLDivElement>(null)
  const names = shortNames(accounts)
  const at = accounts.findIndex(({ Id }) => Id === selected?.Id)

  // Only the row moves: bringing a tab into view must not move the page.
  useEffect(() => {
    const tab = row.current?.children[at]
    if (!(tab instanceof HTMLElement) || !row.current) return
    const middle = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2
    row.current.scrollLeft = middle
  }, [at])

  function press(event: KeyboardEvent) {
    const last = accounts.length - 1
    const [next, previous] = isFromRight()
      ? ['ArrowLeft', 'ArrowRight']
      : ['ArrowRight', 'ArrowLeft']
    const to = { [next]: at + 1, [previous]: at - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const place = (to + accounts.length) % accounts.length
    const account = accounts[place]
    if (!account) return
    session.selectAccount(account.Id)
    const tab = row.current?.children[place]
    if (tab instanceof HTMLElement) tab.focus({ preventScroll: true })
  }

  return (
    <div
      ref={row}
      role="tablist"
      aria-label={t('Accounts')}
      className={classes.tabs}
      onKeyDown={press}
    >
      {accounts.map((account, index) => (
        <button
          key={account.Id}
          type="button"
          role="tab"
          aria-selected={index === at}
          aria-controls={index === at ? panelId : undefined}
          tabIndex={index === at ? 0 : -1}
          className={cx(classes.tab, index === at && classes.selected)}
          onClick={() => session.selectAccount(account.Id)}
        >
          {names[index]}
        </button>
      ))}
    </div>
  )
}
