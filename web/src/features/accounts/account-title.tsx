import { type Account, accountNameMax, renameAccount } from '@passbook/contract'
import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { send } from '#api/client.ts'
import { accountsIn, changeInitUser } from '#api/init-user.ts'
import { tellFailure } from '#api/tell-failure.ts'
import { t } from '#i18n/t.ts'
import { useFeature } from '#session/customer.ts'
import { Button } from '#ui/button.tsx'
import { useLayer, useRestorer } from '#ui/layers.ts'
import layout from '#ui/layout.module.css'
import { TextField } from '#ui/text-field.tsx'
import { useKeptForm } from '#widgets/kept-form.ts'
import classes from './account-title.module.css'

/** The name of an account, which its owner changes where it stands. */
export function AccountTitle({ account, name }: { account: Account; name: string }) {
  const [editing, setEditing] = useState(false)
  const canRename = useFeature('account-names')
  const pencil = useRef<HTMLButtonElement>(null)
  const ended = useRef(false)
  // The page has one for each account, and each finds its own again.
  const kind = `rename-${account.Id}`
  useLayer(editing, { name: `${kind}:`, step: true, close: () => setEditing(false) })
  useRestorer(kind, () => {
    setEditing(true)
    return 1
  })

  // The field goes away with the focus in it: what opened it gets it back.
  useEffect(() => {
    if (ended.current && !editing) pencil.current?.focus()
    ended.current = editing
  }, [editing])

  if (editing) return <NameForm account={account} name={name} onDone={() => setEditing(false)} />
  return (
    <div className={classes.title}>
      <h3 className={classes.name}>{name}</h3>
      {canRename ? (
        <button
          ref={pencil}
          type="button"
          className={layout.tool}
          aria-label={t('Rename {name}', { name })}
          onClick={() => setEditing(true)}
        >
          <IconPencil size={18} stroke={1.75} aria-hidden />
        </button>
      ) : null}
    </div>
  )
}

/** Begins with the name that is shown, which may be another than the one that is kept. */
function NameForm({
  account,
  name,
  onDone,
}: {
  account: Account
  name: string
  onDone: () => void
}) {
  const client = useQueryClient()
  const blank = { accountName: name, accountId: account.Id }
  const form = useKeptForm(`rename-${account.Id}`, blank)
  const [busy, setBusy] = useState(false)
  const place = useRef<HTMLFormElement>(null)

  useEffect(() => place.current?.querySelector('input')?.select(), [])

  async function save(values: typeof form.values) {
    if (busy) return
    setBusy(true)
    try {
      const { data } = await send(renameAccount, values)
      changeInitUser(client, (held) => ({
        ...held,
        user: { ...held.user, Accounts: accountsIn(held).map(renamed(data)) },
        ...(held.accounts && {
          accounts: held.accounts.map((entry) => ({
            ...entry,
            account: renamed(data)(entry.account),
          })),
        }),
      }))
      leave()
    } catch (error) {
      setBusy(false)
      tellFailure(error)
    }
  }

  function leave() {
    form.forget()
    onDone()
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    leave()
  }

  return (
    <form
      ref={place}
      className={classes.form}
      noValidate
      onSubmit={form.check(renameAccount.request, (values) => void save(values))}
      onKeyDown={press}
    >
      <TextField
        label={t('New name')}
        autoComplete="off"
        maxLength={accountNameMax}
        {...form.field('accountName', { tell: true })}
      />
      <span className={classes.buttons}>
        <Button type="submit" size="sm" busy={busy}>
          {t('Save')}
        </Button>
        <Button kind="quiet" size="sm" onClick={leave}>
          {t('Cancel')}
        </Button>
      </span>
    </form>
  )
}

/** Only the name: a balance may have changed meanwhile. */
const renamed =
  ({ Id, Name }: Account) =>
  (one: Account): Account =>
    one.Id === Id ? { ...one, Name } : one
