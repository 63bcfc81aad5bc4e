import {
  changedOrder,
  changeStanding,
  parseMoney,
  rhythms,
  type StandingEntry,
  standingChange,
  standingPayee,
  toDecimal,
} from '@passbook/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/client.ts'
import { ordersQuery } from '#api/due-lists.ts'
import { problemOf, textOf } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { paths } from '#paths.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { FlowFooter } from '#ui/flow-footer.tsx'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { toSent } from '#ui/money-input.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toasts.tsx'
import { OrderWords, orderSum } from '#widgets/approval.tsx'
import { type Approval, ApproveAction, wantsApproval } from '#widgets/approve-action.tsx'
import { inCode, symbolIn } from '#widgets/by-code.ts'
import { useKeptForm } from '#widgets/kept-form.ts'
import { blank, payeeName, ruleOf, shortNumber } from './order-facts.ts'
import { End } from './order-form.tsx'
import type { Form } from './whom.tsx'

/** Another amount, end or note. The bank says where that must be approved. */
export function OrderChange({
  order,
  onBusy,
  onDone,
}: {
  order: StandingEntry
  onBusy: (busy: boolean) => void
  onDone: () => void
}) {
  const first = {
    ...blank,
    amount: toDecimal(order.Amount),
    description: order.Description,
    end: order.Until ? 'until' : order.Times ? 'times' : 'never',
    until: order.Until ?? '',
    times: order.Times ? String(order.Times) : '',
  }
  const form = useKeptForm(`order-change-${order.Id}`, first)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const { values } = form
  const changed = {
    amount: toSent(values.amount),
    description: values.description,
    until: values.end === 'until' ? values.until : '',
    times: values.end === 'times' ? values.times : '',
  }
  const schedule = {
    every: rhythms.find((one) => one === order.Every) ?? 'once',
    firstOn: order.First,
    until: changed.until || null,
    times: changed.times ? Number(changed.times) : null,
  }

  async function save(approval?: Approval) {
    setBusy(true)
    onBusy(true)
    try {
      await send(changeStanding, { id: order.Id, ...changed, ...approval })
    } finally {
      setBusy(false)
      onBusy(false)
    }
    toast({ message: t('Standing order changed') })
    await client.invalidateQueries({ queryKey: ordersQuery.queryKey })
    done()
  }

  function done() {
    form.forget()
    onDone()
  }

  function refused(error: unknown) {
    setAsked(false)
    const problem = problemOf(error)
    if (problem.field && problem.field in values) form.fail(problem)
    else void alert(textOf(error))
  }

  if (asked) {
    const payee = changedOrder(order.Id)
    const minor = parseMoney(values.amount) ?? order.Amount
    const amount = inCode(order.Account.Currency.Code, minor)
    return (
      <ApproveAction
        order={{
          source_account: order.Account.Id,
          amount: changed.amount,
          to: standingPayee(schedule, { above: order.Above, payee }),
        }}
        onApproved={save}
        onRefused={refused}
        onBack={() => setAsked(false)}
        back={paths.standingOrders}
      >
        <OrderWords notes={[ruleOf({ ...order, Until: schedule.until, Times: schedule.times })]}>
          <Trans
            id="<sum>{amount}</sum> to {payee}"
            values={{
              amount: order.Above ? t('All above {amount}', { amount }) : amount,
              payee: [payeeName(order), shortNumber(order)].filter(Boolean).join(' · '),
            }}
            parts={{ sum: orderSum }}
          />
        </OrderWords>
      </ApproveAction>
    )
  }
  return (
    <form
      className={layout.stack}
      noValidate
      onSubmit={form.check({ safeParse: () => standingChange.safeParse(changed) }, () => {
        if (busy) return
        save().catch((error: unknown) => {
          if (wantsApproval(error)) setAsked(true)
          else refused(error)
        })
      })}
    >
      <ChangeFields order={order} form={form} />
      <FlowFooter>
        <Button kind="plain" disabled={busy} onClick={done}>
          {t('BACK')}
        </Button>
        <Button type="submit" busy={busy}>
          {t('Save')}
        </Button>
      </FlowFooter>
    </form>
  )
}

function ChangeFields({ order, form }: { order: StandingEntry; form: Form }) {
  return (
    <>
      <MoneyField
        label={order.Above ? t('Stays in the account') : t('Amount')}
        symbol={symbolIn(order.Account.Currency.Code)}
        {...form.field('amount', { tell: true })}
      />
      {order.Every === 'once' ? null : (
        <>
          <SelectField
            label={t('Ends')}
            options={[
              { value: 'never', label: t('Never') },
              { value: 'until', label: t('On a date') },
              { value: 'times', label: t('After a number of times') },
            ]}
            {...form.field('end')}
          />
          <End form={form} end={form.values.end} />
        </>
      )}
      <TextField
        label={t('Note')}
        optional
        autoComplete="off"
        maxLength={140}
        {...form.field('description', { tell: true })}
      />
    </>
  )
}
