import {
  banks,
  beneficiaryTypes,
  limits,
  messages,
  type Sent,
  saveBeneficiary,
} from '@passbook/contract'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { send } from '#api/client.ts'
import { beneficiariesQuery } from '#api/recipients.ts'
import { textOf } from '#api/texts.ts'
import { t, told } from '#i18n/t.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/form.ts'
import layout from '#ui/layout.module.css'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toasts.tsx'
import { useTold } from '#ui/use-told.ts'
import { typeLabel } from './recipient-facts.ts'
import classes from './recipients.module.css'
import { type LookupState, useNameLookup } from './use-name-lookup.ts'

const typeOptions = () => beneficiaryTypes.map((type) => ({ value: type, label: typeLabel(type) }))
const bankOptions = banks.map((bank) => ({ value: bank, label: bank }))
const blank = {
  type: 'local transfer',
  account_number: '',
  account_name: '',
  bank_name: '',
  swift_code: '',
}
type Values = typeof blank
type Form = ReturnType<typeof useForm<Values>>

/** Saves whom the customer pays often. */
export function RecipientForm({
  onBusy,
  onDone,
}: {
  onBusy: (busy: boolean) => void
  onDone: () => void
}) {
  const form = useForm(blank)
  useTold(form.problem)
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const { type } = form.values

  async function save(values: Values) {
    setBusy(true)
    onBusy(true)
    try {
      await send(saveBeneficiary, wireOf(values) as Sent<typeof saveBeneficiary>)
      void client.invalidateQueries({ queryKey: beneficiariesQuery.queryKey })
      toast({
        title: told(messages.beneficiarySavedTitle),
        message: told(messages.beneficiarySaved),
      })
      onDone()
    } catch (error) {
      void alert(textOf(error))
    } finally {
      setBusy(false)
      onBusy(false)
    }
  }

  return (
    <form
      className={layout.stack}
      noValidate
      onSubmit={form.check(saveBeneficiary.request, (values) => void (busy || save(values)))}
    >
      <SelectField
        label={t('Transfer type')}
        options={typeOptions()}
        {...form.field('type', { tell: true })}
      />
      {type === 'local transfer' ? null : (
        <BankFields form={form} wire={type === 'wire transfer'} />
      )}
      <PayeeFields form={form} local={type === 'local transfer'} />
      <Button type="submit" wide busy={busy}>
        {t('Save Recipient')}
      </Button>
    </form>
  )
}

/** A transfer to another bank chooses from a list, so its recipient does too; a wire names any. */
function BankFields({ form, wire }: { form: Form; wire: boolean }) {
  return (
    <>
      <TextField
        label={t('Swift code')}
        optional={!wire}
        autoComplete="off"
        maxLength={20}
        {...form.field('swift_code', { tell: true })}
      />
      {wire ? (
        <TextField
          label={t('Bank name')}
          autoComplete="off"
          maxLength={120}
          {...form.field('bank_name', { tell: true })}
        />
      ) : (
        <SelectField
          label={t('Bank name')}
          placeholder={t('Select a bank')}
          options={bankOptions}
          {...form.field('bank_name', { tell: true })}
        />
      )}
    </>
  )
}

/**
 * The number, and the name that belongs to it. Only accounts of this bank can be looked up; for
 * another bank the name is what the customer says it is.
 */
function PayeeFields({ form, local }: { form: Form; local: boolean }) {
  const number = form.field('account_number', { tell: true })
  const lookup = useNameLookup(number.value, {
    enabled: local,
    onFound: (name) => form.set('account_name', name),
  })
  return (
    <>
      <TextField
        label={t('Account number')}
        autoComplete="off"
        inputMode={local ? 'numeric' : 'text'}
        maxLength={40}
        {...number}
        onChange={({ currentTarget: input }) => {
          const typed = input.value.replaceAll(/[\s-]/g, '')
          if (typed === number.value) return
          number.onChange(typed)
          form.set('account_name', '')
        }}
        onBlur={lookup.lookUp}
      />
      <TextField
        label={t('Account name')}
        autoComplete="off"
        maxLength={120}
        readOnly={lookup.state !== 'manual'}
        hint={<span role="status">{hintOf(lookup.state, local)}</span>}
        {...form.field('account_name', { tell: true })}
      />
    </>
  )
}

function hintOf(state: LookupState, local: boolean): ReactNode {
  if (state === 'looking') return t('Looking up the name…')
  if (state === 'found') {
    return (
      <span className={classes.verified}>
        <IconCircleCheck size={16} stroke={2} aria-hidden /> {t('Name verified')}
      </span>
    )
  }
  if (state === 'idle') {
    const count = limits.lookupOverInBeneficiary
    return t('Filled in once the number has more than {count} characters', { count })
  }
  return local
    ? t('Name not verified. No account was found, enter the name')
    : t('Name not verified')
}

/** What belongs to another type of transfer is kept in the form and left out of the order. */
function wireOf(values: Values): Values {
  return values.type === 'local transfer' ? { ...values, bank_name: '', swift_code: '' } : values
}
