import {
  type Account,
  billPayee,
  messages,
  parseMoney,
  type Sent,
  saveBiller,
} from '@passbook/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bankToday } from '#api/bank-day.ts'
import { send } from '#api/client.ts'
import { billsQuery } from '#api/due-lists.ts'
import { useOrderKeys } from '#api/order-key.ts'
import { orderText, problemOf } from '#api/texts.ts'
import { dayOf } from '#i18n/dates.ts'
import { msg, t, told } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { paths } from '#paths.ts'
import { useAccounts } from '#session/customer.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { cx } from '#ui/cx.ts'
import { Face } from '#ui/face.tsx'
import { FlowFooter } from '#ui/flow-footer.tsx'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { toSent } from '#ui/money-input.ts'
import { StepPanel } from '#ui/step-panel.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toasts.tsx'
import { useBareAddress } from '#ui/trail.tsx'
import { useTold } from '#ui/use-told.ts'
import { inCurrency, kindOf, symbolOf } from '#widgets/account-facts.ts'
import { AccountSelect } from '#widgets/account-select.tsx'
import { OrderWords, orderSum } from '#widgets/approval.tsx'
import { type Approval, ApproveAction, wantsApproval } from '#widgets/approve-action.tsx'
import { useAsked } from '#widgets/asked.ts'
import { useKeptForm } from '#widgets/kept-form.ts'
import { Loaded } from '#widgets/loaded.tsx'
import { type OwnSetting, OwnSettingHint, ownSettingOf } from '#widgets/own-setting.tsx'
import { billCheck } from './bill-facts.ts'
import classes from './bills.module.css'
import { billersQuery } from './queries.ts'

const blank = { biller: '', accountName: '', account: '', type: '', amount: '', date: '' }
type Values = typeof blank
type Form = ReturnType<typeof useBillForm>

const typeChoices = [
  { value: 'recurring', label: msg('Recurring') },
  { value: 'one time', label: msg('One time') },
]

/** A bill and its checks. It lives above what shows it, so that a look elsewhere loses nothing. */
export function useBillForm() {
  const form = useKeptForm('bill', blank)
  useTold(form.problem)
  return form
}

/** Saves a bill that the bank then pays: once on its date, or from it on every month. */
export function BillForm({
  form,
  path,
  onBusy,
  onApproving,
  onDone,
}: {
  form: Form
  /** The page that its steps belong to; in a dialog the address stays that of the page below. */
  path?: string
  onBusy?: (busy: boolean) => void
  /** The PIN and the code take the place of the form, or no longer do. */
  onApproving?: (approving: boolean) => void
  onDone?: () => void
}) {
  const [busy, setBusy] = useState(false)
  const { asked, arrival, ask, leave, settle } = useAsked('bill', { blank, values: form.values })
  const [setting, setSetting] = useState<OwnSetting>()
  const client = useQueryClient()
  const keys = useOrderKeys('order-bill')
  const account = useAccounts().find(({ Id }) => Id === form.values.account)
  const today = bankToday()
  useBareAddress(path)
  useApproving(asked !== null, onApproving)
  const work = (working: boolean) => {
    setBusy(working)
    onBusy?.(working)
  }

  /** Sends the bill, under one key however it is approved: the first that is saved is the only one. */
  async function order(values: Values, approval?: Approval) {
    const bill = { ...values, amount: toSent(values.amount) }
    setSetting(undefined)
    work(true)
    try {
      const sent = { ...bill, ...approval } as Sent<typeof saveBiller>
      await send(saveBiller, sent, { onceKey: keys.keyFor(bill) })
    } finally {
      work(false)
    }
    keys.done()
    void client.invalidateQueries({ queryKey: billsQuery.queryKey })
    toast({ message: told(messages.billSaved) })
    settle()
    form.reset()
    onDone?.()
  }

  function refused(error: unknown, values: Values) {
    settle()
    setSetting(ownSettingOf(error))
    const problem = problemOf(error)
    // What is about a field of this form is told there, like any other problem of it.
    if (problem.field && problem.field in values) form.fail(problem)
    else void alert(orderText(error, keys.keyFor({ ...values, amount: toSent(values.amount) })))
  }

  async function save(values: Values) {
    try {
      await order(values)
    } catch (error) {
      if (wantsApproval(error)) ask(values)
      else refused(error, values)
    }
  }

  if (asked) {
    return (
      <ApproveAction
        order={{
          source_account: asked.account,
          amount: toSent(asked.amount),
          to: billPayee(asked),
        }}
        place={{ kind: 'bill', path }}
        onApproved={(approval) => order(asked, approval)}
        onRefused={(error) => refused(error, asked)}
        onBack={leave}
        back={paths.payBill}
      >
        <BillWords bill={asked} account={account} />
      </ApproveAction>
    )
  }

  return (
    <StepPanel {...arrival}>
      <form
        className={cx(layout.stack, classes.form)}
        noValidate
        onSubmit={form.check(billCheck(today), (values) => void (busy || save(values)))}
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
        <OwnSettingHint setting={setting} />
        <FlowFooter tabs>
          <Button type="submit" busy={busy}>
            {t('Save Bill')}
          </Button>
        </FlowFooter>
      </form>
    </StepPanel>
  )
}

function useApproving(approving: boolean, tell?: (approving: boolean) => void) {
  useEffect(() => {
    tell?.(approving)
    return () => tell?.(false)
  }, [approving, tell])
}

/** The bill that is being approved: how much, to whom and for whom, when, and from where. */
function BillWords({ bill, account }: { bill: Values; account: Account | undefined }) {
  const date = dayOf(bill.date)
  const minor = parseMoney(bill.amount)
  return (
    <OrderWords
      notes={[
        bill.accountName.trim(),
        bill.type === 'recurring'
          ? t('every month from {date}', { date })
          : t('on {date}', { date }),
        account && t('from {account}', { account: kindOf(account) }),
      ]}
    >
      <Trans
        id="<sum>{amount}</sum> to {payee}"
        values={{
          amount: account && minor !== null ? inCurrency(account, minor) : bill.amount,
          payee: bill.biller,
        }}
        parts={{ sum: orderSum }}
      />
    </OrderWords>
  )
}

/** The list that a bill starts from: the five of the bank and the customer's own. */
function BillerChoice({ form }: { form: Form }) {
  const billers = useQuery(billersQuery)
  return (
    <Loaded query={billers} skeleton={null}>
      {(list) => (
        // The customer's own come after the five.
        <div className={classes.billers} data-coming={!billers.isFetched || undefined}>
          <Choices
            label={t('Select Biller')}
            look="cards"
            choices={list.map(({ Name }) => ({
              value: Name,
              label: Name,
              icon: <Face name={Name} />,
            }))}
            {...form.field('biller', { tell: true })}
          />
        </div>
      )}
    </Loaded>
  )
}
