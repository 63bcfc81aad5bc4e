import { type Beneficiary, orderStanding, parseMoney, type Sent } from '@passbook/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bankToday } from '#api/bank-day.ts'
import { send } from '#api/client.ts'
import { ordersQuery } from '#api/due-lists.ts'
import { useOrderKeys } from '#api/order-key.ts'
import { beneficiariesQuery } from '#api/recipients.ts'
import { orderText, problemOf } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { paths } from '#paths.ts'
import { useAccounts } from '#session/customer.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { FlowFooter } from '#ui/flow-footer.tsx'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { StepPanel } from '#ui/step-panel.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toasts.tsx'
import { useBareAddress } from '#ui/trail.tsx'
import { useTold } from '#ui/use-told.ts'
import { codeOf, inCurrency, kindOf, symbolOf } from '#widgets/account-facts.ts'
import { AccountSelect } from '#widgets/account-select.tsx'
import { OrderWords, orderSum } from '#widgets/approval.tsx'
import { type Approval, ApproveAction } from '#widgets/approve-action.tsx'
import { useAsked } from '#widgets/asked.ts'
import { maskedCard } from '#widgets/card-number.ts'
import { useKeptForm } from '#widgets/kept-form.ts'
import { type OwnSetting, OwnSettingHint, ownSettingOf } from '#widgets/own-setting.tsx'
import {
  bitcoinRate,
  blank,
  boundTo,
  keptOrder,
  nextWords,
  orderCheck,
  orderOf,
  recipientKey,
  rhythmOptions,
  scheduleOf,
  secret,
  type Values,
} from './order-facts.ts'
import classes from './orders.module.css'
import { type Form, Whom } from './whom.tsx'

const path = paths.standingOrders

/** Orders what is paid by itself from then on. It is approved here, once. */
export function OrderForm() {
  const form = useKeptForm('standing-order', blank, { secret })
  useTold(form.problem)
  const { asked, arrival, ask, leave, settle } = useAsked('standing-order', {
    ...{ blank, values: form.values, secret },
  })
  const [setting, setSetting] = useState<OwnSetting>()
  const client = useQueryClient()
  const keys = useOrderKeys('order-standing')
  const saved = useQuery(beneficiariesQuery)
  const recipients = saved.data ?? []
  const today = bankToday()
  useBareAddress(path)

  async function place(values: Values, approval: Approval) {
    const { order } = orderOf(values, recipients)
    const sent = { ...order, ...approval } as Sent<typeof orderStanding>
    await send(orderStanding, sent, { onceKey: keys.keyFor(keptOrder(order)) })
    keys.done()
    void client.invalidateQueries({ queryKey: ordersQuery.queryKey })
    toast({ message: t('Standing order saved') })
    settle()
    form.reset()
  }

  function refused(error: unknown, values: Values) {
    settle()
    setSetting(ownSettingOf(error))
    const problem = problemOf(error)
    if (problem.field && problem.field in values) form.fail(problem)
    else void alert(orderText(error, keys.keyFor(keptOrder(orderOf(values, recipients).order))))
  }

  if (asked) {
    return (
      <ApproveAction
        order={boundTo(asked, recipients)}
        place={{ kind: 'standing-order', path }}
        onApproved={(approval) => place(asked, approval)}
        onRefused={(error) => refused(error, asked)}
        onBack={leave}
        back={path}
      >
        <Words values={asked} recipients={recipients} />
      </ApproveAction>
    )
  }
  return (
    <StepPanel {...arrival}>
      <form
        className={layout.stack}
        noValidate
        onSubmit={form.check(orderCheck(recipients, today), (values) => {
          setSetting(undefined)
          ask(values)
        })}
      >
        <AccountSelect
          label={t('Source account')}
          {...form.field('source_account', { tell: true })}
        />
        <Whom form={form} saved={saved} />
        <HowMuch form={form} />
        <When form={form} today={today} />
        <TextField
          label={t('Note')}
          optional
          autoComplete="off"
          maxLength={140}
          {...form.field('description', { tell: true })}
        />
        <OwnSettingHint setting={setting} />
        <FlowFooter tabs>
          <Button type="submit">{t('Continue')}</Button>
        </FlowFooter>
      </form>
    </StepPanel>
  )
}

function HowMuch({ form }: { form: Form }) {
  const account = useAccounts().find(({ Id }) => Id === form.values.source_account)
  const above = form.values.to === 'own' && form.values.above === 'true'
  return (
    <>
      {form.values.to === 'own' ? (
        <Choices
          label={t('How much')}
          look="pills"
          choices={[
            { value: 'false', label: t('A fixed amount') },
            { value: 'true', label: t('All above an amount') },
          ]}
          {...form.field('above')}
        />
      ) : null}
      <MoneyField
        label={above ? t('Stays in the account') : t('Amount')}
        symbol={account ? symbolOf(account) : '$'}
        hint={form.values.to === 'crypto' && account ? bitcoinRate(codeOf(account)) : undefined}
        {...form.field('amount', { tell: true })}
      />
    </>
  )
}

function When({ form, today }: { form: Form; today: string }) {
  const { every, end } = form.values
  const schedule = scheduleOf(form.values)
  return (
    <>
      <div className={classes.pair}>
        <SelectField label={t('How often')} options={rhythmOptions()} {...form.field('every')} />
        <TextField
          label={every === 'once' ? t('Date') : t('First date')}
          type="date"
          min={today}
          {...form.field('date', { tell: true })}
        />
      </div>
      {every === 'once' ? null : (
        <div className={classes.pair}>
          <SelectField
            label={t('Ends')}
            options={[
              { value: 'never', label: t('Never') },
              { value: 'until', label: t('On a date') },
              { value: 'times', label: t('After a number of times') },
            ]}
            {...form.field('end')}
          />
          <End form={form} end={end} />
        </div>
      )}
      {schedule ? (
        <p className={classes.dates} role="status">
          {t('Due on {dates}', { dates: nextWords(schedule) })}
        </p>
      ) : null}
    </>
  )
}

/** When it ends, where it does. */
export function End({ form, end }: { form: { field: Form['field'] }; end: string }) {
  if (end === 'until') {
    return <TextField label={t('Last date')} type="date" {...form.field('until', { tell: true })} />
  }
  if (end !== 'times') return null
  return (
    <TextField
      label={t('Number of times')}
      inputMode="numeric"
      maxLength={4}
      {...form.field('times', { tell: true })}
    />
  )
}

/** What is being approved. */
function Words({ values, recipients }: { values: Values; recipients: readonly Beneficiary[] }) {
  const accounts = useAccounts()
  const source = accounts.find(({ Id }) => Id === values.source_account)
  const target = accounts.find(({ Id }) => Id === values.destination_account)
  const minor = parseMoney(values.amount)
  const sum = source && minor !== null ? inCurrency(source, minor) : values.amount
  const above = values.to === 'own' && values.above === 'true'
  const schedule = scheduleOf(values)
  const rhythm = rhythmOptions().find(({ value }) => value === values.every)
  return (
    <OrderWords
      notes={[
        rhythm?.label,
        schedule ? nextWords(schedule) : undefined,
        source && t('from {account}', { account: kindOf(source) }),
        values.to === 'crypto' ? t('Bitcoin at the rate of the day') : undefined,
      ]}
    >
      <Trans
        id="<sum>{amount}</sum> to {payee}"
        values={{
          amount: above ? t('All above {amount}', { amount: sum }) : sum,
          payee: values.to === 'own' ? (target?.Name ?? '') : payeeWords(values, recipients),
        }}
        parts={{ sum: orderSum }}
      />
    </OrderWords>
  )
}

function payeeWords(values: Values, recipients: readonly Beneficiary[]): string {
  if (values.to === 'card') return `${values.card_name} · ${maskedCard(values.card_number)}`
  if (values.to === 'crypto') return values.wallet_address
  const recipient = recipients.find((one) => recipientKey(one) === values.recipient)
  return recipient?.AccountName ?? ''
}
