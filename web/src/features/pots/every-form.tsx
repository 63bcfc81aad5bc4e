import {
  dueDates,
  isRealDate,
  orderStanding,
  rhythms,
  type Sent,
  standingForm,
  toDecimal,
} from '@passbook/contract'
import { useQueryClient } from '@tanstack/react-query'
import { bankToday } from '#api/bank-day.ts'
import { send } from '#api/client.ts'
import { useOrderKeys } from '#api/order-key.ts'
import { problemOf, textOf } from '#api/texts.ts'
import { dayOf } from '#i18n/dates.ts'
import { t } from '#i18n/t.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { FlowFooter } from '#ui/flow-footer.tsx'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { toSent } from '#ui/money-input.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toasts.tsx'
import { useTold } from '#ui/use-told.ts'
import { symbolIn } from '#widgets/by-code.ts'
import { useKeptForm } from '#widgets/kept-form.ts'
import { oftenWords } from './pot-facts.ts'
import type { ViewProps } from './pot-views.ts'
import classes from './pots.module.css'
import { potsChanged } from './queries.ts'

/** A standing order into the pot. It needs no approval: the money stays on its account. */
export function EveryForm({ pot, busy, onBusy, onDone }: ViewProps) {
  const client = useQueryClient()
  const today = bankToday()
  const kept = `pot-every-${pot.Id}`
  const keys = useOrderKeys(kept)
  const first = pot.PerMonth === null ? '' : toDecimal(pot.PerMonth)
  const form = useKeptForm(kept, { amount: first, every: 'monthly', date: today })
  useTold(form.problem)
  const { values, field } = form
  const order = {
    ...{ kind: 'pot', pot_id: pot.Id, source_account: pot.Account.Id },
    ...{ ...values, amount: toSent(values.amount) },
  }

  async function place() {
    if (busy) return
    onBusy(true)
    try {
      await send(orderStanding, order as Sent<typeof orderStanding>, {
        onceKey: keys.keyFor(order),
      })
      keys.done()
      form.reset()
      await potsChanged(client)
      toast({ message: t('Standing order saved') })
      onBusy(false)
      onDone()
    } catch (error) {
      onBusy(false)
      const problem = problemOf(error)
      if (problem.field && problem.field in values) form.fail(problem)
      else void alert(textOf(error))
    }
  }

  const schema = { safeParse: () => standingForm.safeParse(order) }
  return (
    <form className={layout.stack} noValidate onSubmit={form.check(schema, () => void place())}>
      <MoneyField
        label={t('Amount')}
        symbol={symbolIn(pot.Account.Currency.Code)}
        data-autofocus
        {...field('amount', { tell: true })}
      />
      <div className={classes.pair}>
        <SelectField
          label={t('How often')}
          options={rhythms
            .filter((value) => value !== 'once')
            .map((value) => ({ value, label: oftenWords(value) }))}
          {...field('every')}
        />
        <TextField
          label={t('First date')}
          type="date"
          min={today}
          {...field('date', { tell: true })}
        />
      </div>
      <p className={classes.words} role="status">
        {datesOf(values)}
      </p>
      <FlowFooter>
        <Button
          kind="plain"
          disabled={busy}
          onClick={() => {
            form.forget()
            onDone()
          }}
        >
          {t('Cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {t('Save')}
        </Button>
      </FlowFooter>
    </form>
  )
}

function datesOf({ every, date }: { every: string; date: string }): string {
  const rhythm = rhythms.find((one) => one === every)
  if (!rhythm || !isRealDate(date)) return ''
  const schedule = { every: rhythm, firstOn: date, until: null, times: null }
  const dates = dueDates(schedule, { from: date, count: 3 }).map(dayOf)
  return t('Due on {dates}', { dates: dates.join(' · ') })
}
