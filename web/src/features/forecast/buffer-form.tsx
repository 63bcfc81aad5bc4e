import { type Account, type Forecast, parseMoney, saveBuffer, toGrouped } from '@passbook/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/client.ts'
import { textOf } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { toSent } from '#ui/money-input.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toasts.tsx'
import { symbolOf } from '#widgets/account-facts.ts'
import { forecastQuery } from '#widgets/forecast-query.ts'
import { useKeptForm } from '#widgets/kept-form.ts'
import classes from './forecast.module.css'

/** What is never safe to spend of this account. */
export function BufferForm({ account, forecast }: { account: Account; forecast: Forecast }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const saved = forecast.buffer > 0n ? toGrouped(forecast.buffer) : ''
  const form = useKeptForm(`buffer-${account.Id}`, { amount: saved })

  async function save() {
    if (busy) return
    setBusy(true)
    try {
      const amount = parseMoney(form.values.amount) === 0n ? '' : toSent(form.values.amount)
      await send(saveBuffer, { accountId: account.Id, ...(amount && { amount }) })
      form.forget()
      toast({ message: t('Saved') })
      await client.invalidateQueries({ queryKey: forecastQuery(account.Id).queryKey })
    } catch (error) {
      form.fail({ message: textOf(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className={layout.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {form.problem ? <Notice>{form.problem.message}</Notice> : null}
      <p className={classes.note}>
        {t('A sum that you do not want to touch. It is taken off what is safe to spend.')}
      </p>
      <div className={classes.buffer}>
        <MoneyField
          label={t('Keep back')}
          symbol={symbolOf(account)}
          placeholder="0.00"
          {...form.field('amount', { tell: true })}
        />
        <Button type="submit" busy={busy}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}
