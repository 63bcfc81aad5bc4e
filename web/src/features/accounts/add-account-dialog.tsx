import {
  type Account,
  accountTypes,
  createAccount,
  currencies,
  currencyCodes,
  messages,
  type Sent,
} from '@passbook/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/client.ts'
import { accountsIn, changeInitUser, initUserQuery } from '#api/init-user.ts'
import { useOrderKeys } from '#api/order-key.ts'
import { isAnswer, orderText, RequestError } from '#api/texts.ts'
import { currencyName } from '#i18n/names.ts'
import { t, told } from '#i18n/t.ts'
import { useName } from '#session/customer.ts'
import { useSession, useSessionState } from '#session/session.tsx'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/modal.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toasts.tsx'
import { useTold } from '#ui/use-told.ts'
import { useKeptForm } from '#widgets/kept-form.ts'
import classes from './add-account-dialog.module.css'

/** Opens one more account. Its form starts with the customer's name, afresh after each account. */
export function AddAccountDialog() {
  const opened = useSessionState('panel') === 'add-account'
  const session = useSession()
  const [busy, setBusy] = useState(false)
  return (
    <Modal opened={opened} onClose={session.closePanel} title={t('Add Account')} locked={busy}>
      <AddAccountForm busy={busy} onBusy={setBusy} onDone={session.closePanel} />
    </Modal>
  )
}

const typeOptions = () =>
  accountTypes.map(({ name, label, tagline }) => ({
    value: name,
    label: `${told(label)} · ${told(tagline)}`,
  }))
const currencyOptions = () =>
  currencyCodes.map((code) => ({
    value: code,
    label: `${code.toUpperCase()} · ${currencyName(code, currencies[code].name)}`,
  }))

export function AddAccountForm({
  busy,
  onBusy,
  onDone,
}: {
  busy: boolean
  onBusy: (busy: boolean) => void
  onDone: () => void
}) {
  const { full } = useName()
  const client = useQueryClient()
  const keys = useOrderKeys('order-account')
  const form = useKeptForm('account', {
    accountType: 'savings',
    currency: 'usd',
    accountName: full,
  })
  useTold(form.problem)

  async function open(values: typeof form.values) {
    const onceKey = keys.keyFor(values)
    onBusy(true)
    try {
      await send(createAccount, values as Sent<typeof createAccount>, { onceKey }).then(
        ({ data }) => accountAdded(client, data),
        madeAnyway,
      )
      keys.done()
      toast({ title: told(messages.accountCreatedTitle), message: told(messages.accountCreated) })
      form.reset()
      onDone()
    } catch (error) {
      if (!isAnswer(error)) void client.invalidateQueries(initUserQuery)
      void alert(orderText(error, onceKey))
    } finally {
      onBusy(false)
    }
  }

  /** It was opened, but what was said about it makes no sense: the accounts are asked for again. */
  function madeAnyway(error: unknown) {
    if (!(error instanceof RequestError) || error.kind !== 'unreadable') throw error
    void client.invalidateQueries(initUserQuery)
  }

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.check(createAccount.request, (values) => void (busy || open(values)))}
    >
      <SelectField
        label={t('Account type')}
        options={typeOptions()}
        {...form.field('accountType')}
      />
      <SelectField label={t('Currency')} options={currencyOptions()} {...form.field('currency')} />
      <TextField
        label={t('Account name')}
        autoComplete="off"
        maxLength={60}
        {...form.field('accountName', { tell: true })}
      />
      <Button type="submit" wide busy={busy}>
        {t('Add Account')}
      </Button>
    </form>
  )
}

/** A new account is the last of the list, everywhere; after a lost answer it may be there already. */
function accountAdded(client: QueryClient, account: Account): void {
  const entry = { account, transactions: [], income: 0n, expenses: 0n }
  changeInitUser(client, (held) => {
    const own = accountsIn(held)
    if (own.some(({ Id }) => Id === account.Id)) return held
    return {
      ...held,
      user: { ...held.user, Accounts: [...own, account] },
      ...(held.accounts ? { accounts: [...held.accounts, entry] } : {}),
    }
  })
}
