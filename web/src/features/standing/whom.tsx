import type { Beneficiary } from '@passbook/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { t } from '#i18n/t.ts'
import { useCustomer } from '#session/customer.ts'
import { Choices } from '#ui/choices.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { AccountSelect } from '#widgets/account-select.tsx'
import { CardFields } from '#widgets/card-fields.tsx'
import type { useKeptForm } from '#widgets/kept-form.ts'
import { Loaded } from '#widgets/loaded.tsx'
import { WalletField } from '#widgets/wallet-field.tsx'
import { recipientKey, type Values } from './order-facts.ts'
import classes from './orders.module.css'

export type Form = ReturnType<typeof useKeptForm<Values>>
type WhomProps = { form: Form; saved: UseQueryResult<readonly Beneficiary[]> }

/** Whom the order pays; Bitcoin needs the customer's flag, as in a transfer. */
export function Whom({ form, saved }: WhomProps) {
  const { user } = useCustomer()
  const crypto = user.CryptoPayment === true
  return (
    <>
      <div className={crypto ? classes.four : classes.three}>
        <Choices
          label={t('To')}
          look="cards"
          choices={[
            { value: 'recipient', label: t('A recipient') },
            { value: 'own', label: t('My own account') },
            { value: 'card', label: t('A bank card') },
            ...(crypto ? [{ value: 'crypto', label: t('A Bitcoin wallet') }] : []),
          ]}
          {...form.field('to')}
        />
      </div>
      <PayeeFields form={form} saved={saved} />
    </>
  )
}

function PayeeFields({ form, saved }: WhomProps) {
  const { to } = form.values
  if (to === 'card') {
    return (
      <CardFields
        field={(name) => form.field(name, { tell: true })}
        expiryHint={t('Dates after the card has expired are not paid')}
      />
    )
  }
  if (to === 'crypto') return <WalletField {...form.field('wallet_address', { tell: true })} />
  if (to === 'own') {
    return (
      <AccountSelect
        label={t('Destination account')}
        {...form.field('destination_account', { tell: true })}
      />
    )
  }
  return (
    <div data-coming={saved.isLoading || undefined}>
      {/* One field throughout, before the list is there and after: who stands in it stays there. */}
      <Loaded query={saved} skeleton={null}>
        {() => null}
      </Loaded>
      <SelectField
        label={t('Recipient')}
        placeholder={t('Select a recipient')}
        hint={saved.data?.length === 0 ? t('Save a recipient first, under Recipients.') : undefined}
        options={(saved.data ?? []).map((one) => ({
          value: recipientKey(one),
          label: `${one.AccountName} · ${one.AccountNumber}`,
        }))}
        {...form.field('recipient', { tell: true })}
      />
    </div>
  )
}
