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
import { useAccounts, useFeature } from '#session/customer.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import type { Problem } from '#ui/form.ts'
import layout from '#ui/layout.module.css'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toasts.tsx'
import { useTold } from '#ui/use-told.ts'
import { useKeptForm } from '#widgets/kept-form.ts'
import { PayeeCheck } from '#widgets/payee-check.tsx'
import { typeLabel } from './recipient-facts.ts'
import classes from './recipients.module.css'
import { type Lookup, useNameLookup } from './use-name-lookup.ts'

const typeOptions = () => beneficiaryTypes.map((type) => ({ value: type, label: typeLabel(type) }))
const bankOptions = banks.map((bank) => ({ value: bank, label: bank }))
const blank = {
  type: 'local transfer',
  account_number: '',
  account_name: '',
  bank_name: '',
  swift_code: '',
  /** Stays in the form, as what the customer said about a name that does not match. */
  payee_name: '',
  payee_anyway: '',
}
type Values = typeof blank
type Form = ReturnType<typeof useKeptForm<Values>>

/** Saves whom the customer pays often. */
export function RecipientForm({
  onBusy,
  onDone,
}: {
  onBusy: (busy: boolean) => void
  onDone: () => void
}) {
  const form = useKeptForm('recipient', blank, { mend: withoutBankName })
  useTold(form.problem)
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const { type, account_number } = form.values
  const local = type === 'local transfer'
  const { lookup, lookUp } = useNameLookup(account_number, {
    enabled: local,
    own: useAccounts(),
    payeeName: local ? form.values.payee_name.trim() : '',
    onFound: (name) => form.set('account_name', name),
  })

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
      form.reset()
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
      onSubmit={form.check(saveBeneficiary.request, (values) => {
        const problem = problemOf(lookup, values)
        if (problem) form.fail(problem)
        else if (!busy) void save(values)
      })}
    >
      <SelectField
        label={t('Transfer type')}
        options={typeOptions()}
        {...form.field('type', { tell: true })}
      />
      {local ? null : <BankFields form={form} wire={type === 'wire transfer'} />}
      <PayeeFields form={form} local={local} lookup={lookup} lookUp={lookUp} />
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

/** What keeps a number of this bank from being saved: it could never be paid. */
function problemOf(lookup: Lookup, { payee_anyway }: Values): Problem | null {
  const field = 'account_number'
  if (lookup.state === 'limited') return { message: lookup.message, field }
  if (lookup.state === 'unknown') return { message: told(messages.beneficiaryNumberInvalid), field }
  const warned = lookup.state === 'checked' && lookup.verdict === 'none' && payee_anyway !== 'true'
  return warned ? { message: t('The name does not match the account'), field: 'payee_name' } : null
}

/**
 * The number, and the name that belongs to it. Only accounts of this bank can be looked up; for
 * another bank the name is what the customer says it is.
 */
function PayeeFields({
  form,
  local,
  lookup,
  lookUp,
}: {
  form: Form
  local: boolean
  lookup: Lookup
  lookUp: () => void
}) {
  const number = form.field('account_number', { tell: true })
  const checking = useFeature('payee-check') && local
  const { state } = lookup
  const typed = checking && form.values.payee_name.trim() !== ''

  function changeName(name: string) {
    form.set('payee_name', name)
    form.set('payee_anyway', '')
    form.set('account_name', '')
  }

  const compared = typed && state !== 'manual' && state !== 'unknown'
  const named = form.field('account_name', { tell: true })
  const matches = lookup.state !== 'checked' || lookup.verdict !== 'none'

  return (
    <>
      <TextField
        label={t('Account number')}
        autoComplete="off"
        inputMode={state === 'manual' ? 'text' : 'numeric'}
        maxLength={40}
        {...number}
        onChange={({ currentTarget: input }) => {
          const typed = input.value.replaceAll(/[\s-]/g, '')
          if (typed === number.value) return
          number.onChange(typed)
          form.set('account_name', '')
          form.set('payee_anyway', '')
        }}
        onBlur={lookUp}
      />
      <TextField
        label={t('Account name')}
        autoComplete="off"
        maxLength={120}
        readOnly={state !== 'manual' && state !== 'unknown'}
        hint={<span role={compared ? undefined : 'status'}>{hintOf(lookup)}</span>}
        {...named}
        // The name that was typed and does not match is nobody's here.
        value={matches ? named.value : ''}
      />
      {checking ? (
        <TextField
          label={t('Payee’s name')}
          optional
          autoComplete="off"
          maxLength={120}
          {...form.field('payee_name', { tell: true })}
          onChange={({ currentTarget: { value } }) => changeName(value)}
          onBlur={lookUp}
        />
      ) : null}
      {compared ? (
        <PayeeCheck
          looked={lookup}
          anyway={form.values.payee_anyway === 'true'}
          onUse={changeName}
          onAnyway={(anyway) => form.set('payee_anyway', String(anyway))}
        />
      ) : null}
    </>
  )
}

function hintOf(lookup: Lookup): ReactNode {
  switch (lookup.state) {
    case 'looking':
      return t('Looking up the name…')
    case 'found':
      return <Verified />
    case 'checked':
      return isRight(lookup) ? <Verified /> : t('Name not verified')
    case 'idle': {
      const count = limits.lookupOverInBeneficiary
      return t('Filled in once the number has more than {count} characters', { count })
    }
    case 'manual':
      return t('Name not verified')
    case 'unknown':
      return t('Name not verified. No account of this bank has this number')
    case 'limited':
      return lookup.message
  }
}

const isRight = ({ verdict }: Extract<Lookup, { state: 'checked' }>) =>
  verdict === 'match' || verdict === 'close'

function Verified() {
  return (
    <span className={classes.verified}>
      <IconCircleCheck size={16} stroke={2} aria-hidden /> {t('Name verified')}
    </span>
  )
}

/** What belongs to another type of transfer is kept in the form and left out of the order. */
function wireOf({ payee_name: _name, payee_anyway: _anyway, ...values }: Values) {
  return values.type === 'local transfer' ? { ...values, bank_name: '', swift_code: '' } : values
}

/** The name behind a number of this bank is the bank's word, which is asked for anew. */
const withoutBankName = (kept: Values) =>
  kept.type === 'local transfer' ? { ...kept, account_name: '' } : kept
