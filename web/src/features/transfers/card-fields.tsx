import { limits } from '@passbook/contract'
import type { ChangeEvent } from 'react'
import { t } from '#i18n/t.ts'
import { TextField } from '#ui/text-field.tsx'
import classes from './transfers.module.css'
import type { OrderForm } from './use-order-form.ts'

/** A card to pay to. Its number and CVV stay in memory and are sent once. */
export function CardFields({ form }: { form: OrderForm }) {
  const { field, put } = form
  const number = field('card_number')
  return (
    <>
      <TextField
        label={t('Card name')}
        autoComplete="off"
        maxLength={120}
        {...field('card_name')}
      />
      <TextField
        label={t('Card number')}
        autoComplete="off"
        inputMode="numeric"
        placeholder="0000 0000 0000 0000"
        {...number}
        value={inFours(number.value)}
        onChange={(event) => put({ card_number: typeCard(event) })}
      />
      <div className={classes.pair}>
        <TextField
          label={t('Expiry')}
          autoComplete="off"
          inputMode="numeric"
          placeholder={t('MM/YY')}
          maxLength={limits.cardExpiryMaxLength}
          {...field('card_expiry')}
          onChange={({ currentTarget: { value } }) =>
            put({ card_expiry: slashed(value, form.values.card_expiry ?? '') })
          }
        />
        <TextField
          label={t('CVV')}
          autoComplete="off"
          inputMode="numeric"
          maxLength={limits.cvvLength}
          {...field('card_cv2')}
          onChange={({ currentTarget: { value } }) => put({ card_cv2: digitsIn(value) })}
        />
      </div>
    </>
  )
}

const digitsIn = (text: string) => text.replaceAll(/\D/g, '')
const inFours = (digits: string) => digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

/** Groups while typing; written here so that the caret stays behind the digit it was behind. */
function typeCard({ currentTarget: input }: ChangeEvent<HTMLInputElement>): string {
  const caret = input.selectionStart ?? input.value.length
  const before = digitsIn(input.value.slice(0, caret)).slice(0, limits.cardNumberLength)
  const digits = digitsIn(input.value).slice(0, limits.cardNumberLength)
  input.value = inFours(digits)
  const at = inFours(before).length
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
