import type { Account } from '@passbook/contract'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { t } from '#i18n/t.ts'
import { useAccounts, useSelectedAccount } from '#session/customer.ts'
import { useSession } from '#session/session.tsx'
import { cx } from '#ui/cx.ts'
import menus from '#ui/menu.module.css'
import { useMenu } from '#ui/use-menu.ts'
import { inCurrency } from './account-facts.ts'
import classes from './account-switcher.module.css'
import { useAccountNames } from './use-account-names.ts'

/** The drop-down of all accounts: its button says which one is shown, its list changes it. */
export function AccountSwitcher({ tone = 'plain' }: { tone?: 'plain' | 'hero' }) {
  const accounts = useAccounts()
  const selected = useSelectedAccount()
  const session = useSession()
  const { open, close, button, menu } = useMenu()
  const names = useAccountNames()

  function choose({ Id }: Account) {
    session.selectAccount(Id)
    close()
  }

  if (!selected) return null
  const name = names.get(selected.Id) ?? ''
  return (
    <div className={cx(classes.place, classes[tone])}>
      <button
        type="button"
        className={classes.button}
        aria-label={t('Account: {name}', { name })}
        {...button}
      >
        <span className={classes.name}>{name}</span>
        <IconChevronDown
          size={16}
          className={cx(classes.chevron, open && classes.up)}
          aria-hidden
        />
      </button>
      <div
        {...menu}
        role="menu"
        aria-label={t('Accounts')}
        className={cx(menus.menu, classes.menu)}
      >
        {accounts.map((account) => (
          <Item
            key={account.Id}
            account={account}
            name={names.get(account.Id) ?? ''}
            selected={account.Id === selected.Id}
            onChoose={() => choose(account)}
          />
        ))}
      </div>
    </div>
  )
}

function Item({
  account,
  name,
  selected,
  onChoose,
}: {
  account: Account
  name: string
  selected: boolean
  onChoose: () => void
}) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={selected}
      tabIndex={-1}
      className={cx(menus.item, classes.item)}
      onClick={onChoose}
    >
      <span className={classes.words}>
        <span className={classes.itemName}>{name}</span>
        <bdi className={classes.number}>{account.Number}</bdi>
      </span>
      <bdi className={classes.balance}>{inCurrency(account, account.CurrentBalance)}</bdi>
      <span className={classes.tick}>{selected ? <IconCheck size={18} aria-hidden /> : null}</span>
    </button>
  )
}
