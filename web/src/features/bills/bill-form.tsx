import { dayIn, limits, messages, type Sent, saveBiller } from '@passbook/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { send } from '#api/client.ts'
import { useOrderKeys } from '#api/order-key.ts'
import { page } from '#api/page.ts'
import { orderText, problemOf } from '#api/texts.ts'
import { msg, t, told } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { paths } from '#paths.ts'
import { useAccounts, useCustomer } from '#session/customer.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { cx } from '#ui/cx.ts'
import { useForm } from '#ui/form.ts'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { toSent } from '#ui/money-input.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { toast } from '#ui/toasts.tsx'
import { useTold } from '#ui/use-told.ts'
import { symbolOf } from '#widgets/account-facts.ts'
import { AccountSelect } from '#widgets/account-select.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { billCheck, monogramOf } from './bill-facts.ts'
import classes from './bills.module.css'
import { billersQuery, billsQuery } from './queries.ts'

const blank = { biller: '', accountName: '', account: '', type: '', amount: '', date: '', pin: '' }
type Values = typeof blank
type Form = ReturnType<typeof useForm<Values>>

const typeChoices = [
  { value: 'recurring', label: msg('Recurring') },
  { value: 'one time', label: msg('One time') },
]

/** A bill and its checks. It lives above what shows it, so that a look elsewhere loses nothing. */
export function useBillForm(): Form {
  const form = useForm(blank)
  useTold(form.problem)
  return form
}

/** Saves a bill that the bank then pays: once on its date, or from it on every month. */
export function BillForm({
  form,
  onBusy,
  onDone,
}: {
  form: Form
  onBusy?: (busy: boolean) => void
  onDone?: () => void
}) {
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const keys = useOrderKeys()
  const account = useAccounts().find(({ Id }) => Id === form.values.account)
  const today = dayIn(new Date(), page.bankZone)
  const work = (working: boolean) => {
    setBusy(working)
    onBusy?.(working)
  }

  async function save(values: Values) {
    const { pin, ...order } = values
    const approved = page.billPin ? { ...order, pin } : order
    const bill = { ...approved, amount: toSent(order.amount) } as Sent<typeof saveBiller>
    const onceKey = keys.keyFor(bill)
    work(true)
    try {
      await send(saveBiller, bill, { onceKey })
      keys.done()
      void client.invalidateQueries({ queryKey: billsQuery.queryKey })
      toast({ message: told(messages.billSaved) })
      form.reset()
      onDone?.()
    } catch (error) {
      const problem = problemOf(error)
      // What is about a field of this form is told there, like any other problem of it.
      if (problem.field && problem.field in values) form.fail(problem)
      else void alert(orderText(error, onceKey))
    } finally {
      work(false)
    }
  }

  return (
    <form
      className={cx(layout.stack, classes.form)}
      noValidate
      onSubmit={form.check(
        billCheck(today, { withPin: page.billPin }),
        (values) => void (busy || save(values)),
      )}
    >
      <BillerChoice form={form} />
      <TextField
        label={t('Account name')}
        hint={t('Your name or reference at the biller')}
        autoComplete="off"
        maxLength={120}
        {...form.field('accountName', { tell: true })}
      />
      <AccountSelect label={t('Source account')} {...form.field('account', { tell: true })} />
      <Choices
        label={t('Type')}
        look="pills"
        choices={typeChoices.map(({ value, label }) => ({ value, label: told(label) }))}
        {...form.field('type', { tell: true })}
      />
      <div className={classes.pair}>
        <MoneyField
          label={t('Amount')}
          symbol={account ? symbolOf(account) : '$'}
          {...form.field('amount', { tell: true })}
        />
        <TextField
          label={t('Date')}
          type="date"
          min={today}
          hint={form.values.type === 'recurring' ? t('and every month on this day') : undefined}
          {...form.field('date', { tell: true })}
        />
      </div>
      {page.billPin ? <PinField form={form} /> : null}
      <Button type="submit" wide busy={busy}>
        {t('Save Bill')}
      </Button>
    </form>
  )
}

/** The list that a bill starts from: the five of the bank and the customer's own. */
function BillerChoice({ form }: { form: Form }) {
  const billers = useQuery(billersQuery)
  return (
    <Loaded query={billers} skeleton={null}>
      {(list) => (
        <div className={classes.billers}>
          <Choices
            label={t('Select Biller')}
            look="cards"
            choices={list.map(({ Name }) => ({
              value: Name,
              label: Name,
              icon: (
                <span className={classes.mark} aria-hidden="true">
                  {monogramOf(Name)}
                </span>
              ),
            }))}
            {...form.field('biller', { tell: true })}
          />
        </div>
      )}
    </Loaded>
  )
}

/** The PIN that a bank may want for a bill, and where to set one for those who have none. */
function PinField({ form }: { form: Form }) {
  const { user } = useCustomer()
  const pin = form.field('pin', { tell: true })
  return (
    <PasswordField
      label={t('PIN')}
      inputMode="numeric"
      autoComplete="off"
      hint={
        user.has_pin ? (
          t('The one that confirms your transfers')
        ) : (
          <Trans
            id="You have no PIN yet. <a>Set a PIN</a>"
            parts={{ a: (text) => <TextLink to={paths.pin}>{text}</TextLink> }}
          />
        )
      }
      {...pin}
      maxLength={limits.pinLength}
      onChange={(event: ChangeEvent<HTMLInputElement>) =>
        pin.onChange(event.currentTarget.value.replaceAll(/\D/g, ''))
      }
    />
  )
}
