import { askForMoney, limits, type PaymentRequest, requestOrder } from '@passbook/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { send } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { useOrderKeys } from '#api/order-key.ts'
import { orderText } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { useAccounts } from '#session/customer.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { toSent } from '#ui/money-input.ts'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTold } from '#ui/use-told.ts'
import { symbolOf } from '#widgets/account-facts.ts'
import { AccountSelect } from '#widgets/account-select.tsx'
import { useKeptForm } from '#widgets/kept-form.ts'
import classes from './requests.module.css'
import { Share } from './share.tsx'

const blank = { account: '', amount: '', note: '', days: String(limits.requestDays) }
const dayChoices = [1, 3, 7, limits.requestDays, 30, limits.requestDaysMax]

/** How much, into which account and for how long; then the link to send. */
export function AskForm() {
  const client = useQueryClient()
  const accounts = useAccounts()
  const [made, setMade] = useState<PaymentRequest | null>(null)
  const [busy, setBusy] = useState(false)
  const orderKeys = useOrderKeys('order-request')
  const form = useKeptForm('request', blank)
  const { values, field } = form
  const into = accounts.find(({ Id }) => Id === values.account)

  useTold(form.problem)

  async function submit() {
    if (busy) return
    setBusy(true)
    const asked = { ...values, amount: toSent(values.amount) }
    const onceKey = orderKeys.keyFor(asked)
    try {
      const { data } = await send(askForMoney, asked, { onceKey })
      orderKeys.done()
      setMade(data)
      form.reset()
      void client.invalidateQueries({ queryKey: keys.requests })
    } catch (error) {
      form.fail({ message: orderText(error, onceKey) })
    } finally {
      setBusy(false)
    }
  }

  if (made) return <Asked request={made} onDone={() => setMade(null)} />
  return (
    <form
      className={layout.stack}
      noValidate
      onSubmit={form.check(requestOrder, () => void submit())}
    >
      {form.problem && !form.problem.field ? <Notice>{form.problem.message}</Notice> : null}
      <AccountSelect
        label={t('Into account')}
        hint={undefined}
        {...field('account', { tell: true })}
      />
      <MoneyField
        hero
        label={t('Amount')}
        symbol={into ? symbolOf(into) : '$'}
        placeholder="0.00"
        {...field('amount', { tell: true })}
      />
      <div className={classes.pair}>
        <TextField
          label={t('What for')}
          optional
          autoComplete="off"
          maxLength={140}
          {...field('note', { tell: true })}
        />
        <SelectField
          label={t('Can be paid for')}
          options={dayChoices.map((days) => ({
            value: String(days),
            label: t('{days, plural, one {# day} other {# days}}', { days }),
          }))}
          {...field('days', { tell: true })}
        />
      </div>
      <Button type="submit" busy={busy} className={classes.submit}>
        {t('Ask for money')}
      </Button>
    </form>
  )
}

/** The link, as soon as it is there: it is what the whole form was for. */
function Asked({ request, onDone }: { request: PaymentRequest; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes.asked}>
      <h2 ref={heading} tabIndex={-1} className={classes.title}>
        {t('Send this link')}
      </h2>
      <p>{t('Whoever opens it signs in and finds the transfer filled in. It is paid once.')}</p>
      <Share request={request} />
      <Button onClick={onDone}>{t('OK')}</Button>
    </div>
  )
}
