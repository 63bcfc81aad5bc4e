import type { Account } from '@passbook/contract'
import { type KeyboardEvent, useRef } from 'react'
import { t } from '#i18n/t.ts'
import { useAccounts, useSelectedAccount } from '#session/customer.ts'
import { useSession } from '#session/session.tsx'
import { cx } from '#ui/cx.ts'
import { codeOf, inCurrency, restOf, symbolOf } from '#widgets/account-facts.ts'
import { useAccountNames } from '#widgets/use-account-names.ts'
import classes from './account-tabs.module.css'

/** A tab for each account, one below the other, each with its balance; arrow keys go along them. */
export function AccountTabs({ panelId }: { panelId: string }) {
  const accounts = useAccounts()
  const selected = useSelectedAccount()
  const session = useSession()
  const list = useRef<HTMLDivElement>(null)
  const names = useAccountNames()
  const at = accounts.findIndex(({ Id }) => Id === selected?.Id)

  function press(event: KeyboardEvent) {
    const last = accounts.length - 1
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const place = (to + accounts.length) % accounts.length
    const account = accounts[place]
    if (!account) return
    session.selectAccount(account.Id)
    const tab = list.current?.children[place]
    if (tab instanceof HTMLElement) tab.focus({ preventScroll: true })
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={t('Accounts')}
      aria-orientation="vertical"
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
          <Label account={account} name={names.get(account.Id) ?? ''} />
        </button>
      ))}
    </div>
  )
}

function Label({ account, name }: { account: Account; name: string }) {
  return (
    <>
      <span className={classes.sign} aria-hidden="true">
        {symbolOf(account)}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.kind}>{restOf(name, account)}</span>
      </span>
      <span className={classes.figures}>
        <bdi className={classes.balance}>{inCurrency(account, account.CurrentBalance)}</bdi>
        <span className={classes.kind}>{codeOf(account)}</span>
      </span>
    </>
  )
}
