import type { Account } from '@passbook/contract'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useAccounts, useSelectedAccount } from '#session/customer.ts'
import { useSession } from '#session/session.tsx'
import { cx } from '#ui/cx.ts'
import { inCurrency, shortNames } from './account-facts.ts'
import classes from './account-switcher.module.css'

/** The drop-down of all accounts: its button says which one is shown, its list changes it. */
export function AccountSwitcher({ tone = 'plain' }: { tone?: 'plain' | 'hero' }) {
  const accounts = useAccounts()
  const selected = useSelectedAccount()
  const session = useSession()
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const names = shortNames(accounts)
  const at = accounts.findIndex(({ Id }) => Id === selected?.Id)

  useEffect(() => {
    if (!open) return
    focusItem(place.current, at)
    const outside = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open, at])

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function choose({ Id }: Account) {
    session.selectAccount(Id)
    close()
  }

  function press(event: KeyboardEvent) {
    if (!open) return
    if (event.key === 'Escape') close()
    if (event.key === 'Tab') setOpen(false)
    const items = itemsIn(place.current)
    const now = items.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    items[(to + items.length) % items.length]?.focus()
  }

  if (!selected) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the menu inside it
    <div ref={place} className={cx(classes.place, classes[tone])} onKeyDown={press}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={`Account: ${names[at]}`}
        onClick={() => setOpen(!open)}
      >
        <span className={classes.name}>{names[at]}</span>
        <IconChevronDown
          size={16}
          className={cx(classes.chevron, open && classes.up)}
          aria-hidden
        />
      </button>
      {open ? (
        <div id={id} role="menu" aria-label="Accounts" className={classes.menu}>
          {accounts.map((account, index) => (
            <Item
              key={account.Id}
              account={account}
              name={names[index] ?? ''}
              selected={index === at}
              onChoose={() => choose(account)}
            />
          ))}
        </div>
      ) : null}
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
      className={classes.item}
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

function itemsIn(place: HTMLElement | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? [])]
}

function focusItem(place: HTMLElement | null, at: number) {
  itemsIn(place)[Math.max(at, 0)]?.focus()
}
