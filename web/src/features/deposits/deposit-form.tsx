import { type Account, limits } from '@passbook/contract'
import type { ChangeEvent, FormEvent } from 'react'
import { t } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { FlowFooter } from '#ui/flow-footer.tsx'
import type { useForm } from '#ui/form.ts'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { symbolOf } from '#widgets/account-facts.ts'
import { AccountSelect } from '#widgets/account-select.tsx'
import { digitsIn, groupCard } from '#widgets/card-number.ts'
import { type DepositValues, type Method, typedExpiry } from './deposit-order.ts'
import classes from './deposits.module.css'
import { OtherWays } from './other-ways.tsx'

type Form = ReturnType<typeof useForm<DepositValues>>

/** Where to, how much and, for a card, from which. Nothing of it is sent from here. */
export function DepositForm({
  method,
  form,
  account,
  onBack,
  onSubmit,
}: {
  method: Method
  form: Form
  account: Account | undefined
  onBack: () => void
  onSubmit: (event: FormEvent) => void
}) {
  return (
    <form className={layout.stack} noValidate onSubmit={onSubmit}>
      <AccountSelect label={t('Recipient Account')} {...form.field('account', { tell: true })} />
      <MoneyField
        hero
        label={t('Amount')}
        symbol={account ? symbolOf(account) : '$'}
        placeholder="0.00"
        {...form.field('amount', { tell: true })}
      />
      {method === 'card' ? <CardFields form={form} /> : null}
      <FlowFooter>
        <Button kind="plain" onClick={onBack}>
          {t('BACK')}
        </Button>
        <Button type="submit">{t('PROCEED')}</Button>
      </FlowFooter>
      {method === 'bitcoin' ? null : <OtherWays account={account} />}
    </form>
  )
}

function CardFields({ form }: { form: Form }) {
  const number = form.field('card_number', { tell: true })
  const expiry = form.field('card_expiry', { tell: true })
  const cvv = form.field('card_cv2', { tell: true })
  return (
    <div className={classes.card}>
      <TextField
        label={t('Name on card')}
        autoComplete="cc-name"
        maxLength={120}
        {...form.field('card_name', { tell: true })}
      />
      <TextField
        label={t('Card number')}
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="0000 0000 0000 0000"
        {...number}
        onChange={(event) => number.onChange(typeCard(event))}
      />
      <TextField
        label={t('Expiry')}
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder={t('MM/YY')}
        {...expiry}
        onChange={(event) => expiry.onChange(typedExpiry(event.currentTarget.value, expiry.value))}
      />
      <TextField
        label={t('CVV')}
        inputMode="numeric"
        autoComplete="cc-csc"
        placeholder="000"
        {...cvv}
        onChange={({ currentTarget: input }) =>
          cvv.onChange(digitsIn(input.value).slice(0, limits.cvvLength))
        }
      />
    </div>
  )
}

// Written at once and with the caret behind the digit it was behind, as in a field for an amount.
function typeCard({ currentTarget: input }: ChangeEvent<HTMLInputElement>): string {
  const before = digitsIn(input.value.slice(0, input.selectionStart ?? input.value.length)).length
  const text = groupCard(input.value)
  const caret = before === 0 ? 0 : before + Math.floor((before - 1) / 4)
  input.value = text
  input.setSelectionRange(caret, caret)
  return text
}
