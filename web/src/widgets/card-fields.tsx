import { limits } from '@passbook/contract'
import type { ChangeEvent, Ref } from 'react'
import { t } from '#i18n/t.ts'
import { TextField } from '#ui/text-field.tsx'
import classes from './card-fields.module.css'
import { digitsIn, groupCard } from './card-number.ts'

type CardField = {
  name: string
  value: string
  error?: string | boolean | undefined
  errorId?: string | undefined
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement> | undefined
}

/** A card to pay to. Its number and CVV stay in memory and are sent once. */
export function CardFields({
  field,
  cvv,
  expiryHint,
}: {
  field: (name: 'card_name' | 'card_number' | 'card_expiry') => CardField
  /** Where the card is paid at once: a CVV is never kept, so later payments have none. */
  cvv?: CardField
  expiryHint?: string
}) {
  const name = field('card_name')
  const number = field('card_number')
  const expiry = field('card_expiry')
  const numberField = (
    <TextField
      label={t('Card number')}
      autoComplete="off"
      inputMode="numeric"
      placeholder="0000 0000 0000 0000"
      {...number}
      value={groupCard(number.value)}
      onChange={(event) => number.onChange(typeCard(event))}
    />
  )
  const expiryField = (
    <TextField
      label={t('Expiry')}
      autoComplete="off"
      inputMode="numeric"
      placeholder={t('MM/YY')}
      maxLength={limits.cardExpiryMaxLength}
      hint={expiryHint}
      {...expiry}
      onChange={({ currentTarget: { value } }) => expiry.onChange(slashed(value, expiry.value))}
    />
  )
  return (
    <>
      <TextField
        label={t('Card name')}
        autoComplete="off"
        maxLength={120}
        {...name}
        onChange={({ currentTarget: { value } }) => name.onChange(value)}
      />
      {cvv ? (
        <>
          {numberField}
          <div className={classes.pair}>
            {expiryField}
            <TextField
              label={t('CVV')}
              autoComplete="off"
              inputMode="numeric"
              maxLength={limits.cvvLength}
              {...cvv}
              onChange={({ currentTarget: { value } }) => cvv.onChange(digitsIn(value))}
            />
          </div>
        </>
      ) : (
        <div className={classes.alone}>
          {numberField}
          {expiryField}
        </div>
      )}
    </>
  )
}

/** Groups while typing; written here so that the caret stays behind the digit it was behind. */
function typeCard({ currentTarget: input }: ChangeEvent<HTMLInputElement>): string {
  const caret = input.selectionStart ?? input.value.length
  const before = input.value.slice(0, caret)
  const digits = digitsIn(input.value).slice(0, limits.cardNumberLength)
  input.value = groupCard(digits)
  const at = groupCard(before).length
  input.setSelectionRange(at, at)
  return digits
}

/** Puts the slash after the month, and lets it be deleted again. */
export function slashed(typed: string, before: string): string {
  const digits = digitsIn(typed).slice(0, 4)
  if (digits.length < 2) return digits
  const deleting = typed.length < before.length
  if (digits.length === 2) return deleting ? digits : `${digits}/`
  return `${digits.slice(0, 2)}/${digits.slice(2)}`
}
