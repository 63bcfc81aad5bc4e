import { type Beneficiary, banks } from '@passbook/contract'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Hidden } from '#ui/hidden.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { RecipientPicker } from '#widgets/recipient-picker.tsx'
import type { Form } from './order-form.tsx'
import classes from './transfers.module.css'

type PersonKind = 'local' | 'other-banks' | 'wire'

const recipientType = {
  local: 'local transfer',
  'other-banks': 'other banks',
  wire: 'wire transfer',
} as const

const bankOptions = banks.map((name) => ({ value: name, label: name }))

/** Whom the money goes to, typed or picked. The name comes from the bank wherever it knows it. */
export function PayeeFields({
  kind,
  form,
  onOverlay,
}: {
  kind: PersonKind
  form: Form
  onOverlay: (open: boolean) => void
}) {
  const { values, field, put, lookup, looking } = form
  const [picking, setPicking] = useState(false)
  const byHand = values.name_by === 'hand'
  const number = field('acc_number')

  function open(next: boolean) {
    setPicking(next)
    onOverlay(next)
  }

  function change(text: string) {
    // A name belongs to one number: whatever it was, it is gone with the first key.
    put({ acc_number: text, acc_name: '', name_by: '' })
    lookup.typed(text)
    const known = lookup.known(text)
    if (known?.state === 'found') put({ acc_name: known.name, name_by: 'bank' })
  }

  function pick(recipient: Beneficiary) {
    const { AccountNumber, AccountName, BankName, Swift } = recipient
    const isListed = (banks as readonly string[]).includes(BankName ?? '')
    put({
      acc_number: AccountNumber,
      acc_name: AccountName,
      name_by: 'recipient',
      ...(kind === 'other-banks' && isListed ? { bank: BankName ?? '' } : {}),
      ...(kind === 'wire' ? { bank_name: BankName ?? '', swift: Swift ?? '' } : {}),
    })
    lookup.take(AccountNumber, AccountName)
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
        Select Recipient
      </Button>
      <RecipientPicker
        opened={picking}
        onClose={() => open(false)}
        onPick={pick}
        type={recipientType[kind]}
      />
      {kind === 'other-banks' ? (
        <SelectField
          label="Bank"
          placeholder="Select a bank"
          options={bankOptions}
          {...field('bank')}
        />
      ) : null}
      {kind === 'wire' ? (
        <div className={classes.pair}>
          <TextField
            label="Swift code"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={20}
            {...field('swift')}
          />
          <TextField label="Bank name" autoComplete="off" maxLength={120} {...field('bank_name')} />
        </div>
      ) : null}
      <TextField
        label="Account number"
        autoComplete="off"
        inputMode={kind === 'local' ? 'numeric' : 'text'}
        maxLength={40}
        {...number}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => {
          if (values.acc_number && !values.name_by) void lookup.now()
        }}
      />
      <TextField
        label="Account name"
        autoComplete="off"
        maxLength={120}
        readOnly={!byHand}
        // Inside the field: a line beneath it would move the button away from under a click.
        end={
          byHand ? (
            <span className={classes.badge}>Name not verified</span>
          ) : looking ? (
            <span className={classes.looking}>Looking up…</span>
          ) : undefined
        }
        {...field('acc_name')}
      />
      <p role="status" className={classes.spoken}>
        <Hidden>
          {byHand ? 'Name not verified' : values.acc_name ? `Account name ${values.acc_name}` : ''}
        </Hidden>
      </p>
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={values.save_recipient === 'true'}
          onChange={(event) => put({ save_recipient: String(event.currentTarget.checked) })}
        />
        Save recipient
      </label>
    </>
  )
}
