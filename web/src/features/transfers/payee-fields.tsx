import { type Beneficiary, banks } from '@passbook/contract'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { Hidden } from '#ui/hidden.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { NotVerified } from '#widgets/not-verified.tsx'
import { RecipientPicker } from '#widgets/recipient-picker.tsx'
import classes from './transfers.module.css'
import type { OrderForm } from './use-order-form.ts'

type PersonKind = 'local' | 'other-banks' | 'wire'

const recipientType = {
  local: 'local transfer',
  'other-banks': 'other banks',
  wire: 'wire transfer',
} as const

const bankOptions = banks.map((name) => ({ value: name, label: name }))

/** People write numbers in groups; the bank knows them without. */
const plainNumber = (typed: string) => typed.replaceAll(/[\s-]/g, '')

/**
 * Whom the money goes to, typed or picked. The bank knows the names of its own accounts; a name
 * elsewhere is what the customer says it is.
 */
export function PayeeFields({
  kind,
  form,
  onOverlay,
}: {
  kind: PersonKind
  form: OrderForm
  onOverlay: (open: boolean) => void
}) {
  const { values, field, put, lookup, looked } = form
  const [picking, setPicking] = useState(false)
  const local = kind === 'local'
  const unverified = !local || values.name_by === 'hand'
  const limited = local && looked?.state === 'limited' ? looked.message : undefined
  const number = field('acc_number')
  const name = field('acc_name')

  function open(next: boolean) {
    setPicking(next)
    onOverlay(next)
  }

  function change(typed: string) {
    const text = plainNumber(typed)
    // A name belongs to one number: it is gone with the first key, unless it was typed before any.
    if (local || values.name_by) put({ acc_name: '', name_by: '' })
    put({ acc_number: text })
    if (!local) return
    form.forget()
    lookup.typed(text)
    const known = lookup.known(text)
    if (known?.state === 'found') put({ acc_name: known.name, name_by: 'bank' })
  }

  function pick(recipient: Beneficiary) {
    const { AccountName, BankName, Swift } = recipient
    const number = plainNumber(recipient.AccountNumber)
    const isListed = (banks as readonly string[]).includes(BankName ?? '')
    put({
      acc_number: number,
      acc_name: AccountName,
      name_by: 'recipient',
      // A bank that is not on the list is no choice, and an earlier choice is another's bank.
      ...(kind === 'other-banks' ? { bank: isListed ? (BankName ?? '') : '' } : {}),
      ...(kind === 'wire' ? { bank_name: BankName ?? '', swift: Swift ?? '' } : {}),
    })
    if (local) lookup.take(number, AccountName)
    form.forget()
    open(false)
  }

  return (
    <>
      <Button
        kind="tint"
        icon={<IconUsers size={18} stroke={1.75} aria-hidden />}
        className={classes.pick}
        onClick={() => open(true)}
      >
        {t('Select Recipient')}
      </Button>
      <RecipientPicker
        opened={picking}
        onClose={() => open(false)}
        onPick={pick}
        type={recipientType[kind]}
      />
      {kind === 'local' ? null : <BankFields kind={kind} form={form} />}
      <TextField
        label={t('Account number')}
        autoComplete="off"
        inputMode={local ? 'numeric' : 'text'}
        maxLength={40}
        hint={limited}
        {...number}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => {
          if (local && values.acc_number && !values.name_by) void lookup.now()
        }}
      />
      <TextField
        label={t('Account name')}
        autoComplete="off"
        maxLength={120}
        readOnly={!unverified}
        // Inside the field: a line beneath it would move the button away from under a click.
        end={nameMark({ unverified, looking: looked?.state === 'looking' })}
        {...name}
        onChange={({ currentTarget: { value } }) =>
          put({ acc_name: value, name_by: values.acc_number ? 'hand' : '' })
        }
      />
      <SpokenName name={values.acc_name} unverified={unverified} limited={limited} />
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={values.save_recipient === 'true'}
          onChange={(event) => put({ save_recipient: String(event.currentTarget.checked) })}
        />
        {t('Save recipient')}
      </label>
    </>
  )
}

/** Where the account is: at a bank of the list, or at any with a code. */
function BankFields({ kind, form }: { kind: 'other-banks' | 'wire'; form: OrderForm }) {
  const { field } = form
  if (kind === 'other-banks') {
    return (
      <SelectField
        label={t('Bank')}
        placeholder={t('Select a bank')}
        options={bankOptions}
        {...field('bank')}
      />
    )
  }
  return (
    <div className={classes.pair}>
      <TextField
        label={t('Swift code')}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={20}
        {...field('swift')}
      />
      <TextField
        label={t('Bank name')}
        autoComplete="off"
        maxLength={120}
        {...field('bank_name')}
      />
    </div>
  )
}

/** What is to be known about a name that the bank has not given. */
function nameMark({ unverified, looking }: { unverified: boolean; looking: boolean }) {
  if (looking) return <span className={classes.looking}>{t('Looking up…')}</span>
  if (!unverified) return undefined
  return (
    <span className={classes.nameMark}>
      <NotVerified />
    </span>
  )
}

/** The same for the ear, and the name once it is there. */
function SpokenName({
  name,
  unverified,
  limited,
}: {
  name: string | undefined
  unverified: boolean
  limited: string | undefined
}) {
  const found = name ? t('Account name {name}', { name }) : (limited ?? '')
  return (
    <p role="status" className={classes.spoken}>
      <Hidden>{unverified ? t('Name not verified') : found}</Hidden>
    </p>
  )
}
