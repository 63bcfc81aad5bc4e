import { banks, type PayeeAnswer } from '@passbook/contract'
import { t } from '#i18n/t.ts'
import { useFeature } from '#session/customer.ts'
import { Hidden } from '#ui/hidden.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Looked } from '#widgets/name-lookup.ts'
import { NotVerified } from '#widgets/not-verified.tsx'
import { PayeeCheck } from '#widgets/payee-check.tsx'
import type { Values } from './flow.ts'
import { type PersonKind, plainNumber, unchecked } from './payee.ts'
import classes from './transfers.module.css'
import type { OrderForm } from './use-order-form.ts'

const bankOptions = banks.map((name) => ({ value: name, label: name }))

/**
 * Whom the money goes to, as typed or picked above. The bank knows the names of its own accounts; a name
 * elsewhere is what the customer says it is.
 */
export function PayeeFields({ kind, form }: { kind: PersonKind; form: OrderForm }) {
  const { values, field, put, looked } = form
  const local = kind === 'local'
  const checking = useFeature('payee-check') && local
  const unverified = !local || values.name_by === 'hand'
  const checked = checking && Boolean(values.payee_name?.trim()) && !unverified
  const limited = local && looked?.state === 'limited' ? looked.message : undefined
  const { change, changeName, askNow, use } = typingInto(form, local)

  return (
    <>
      {kind === 'local' ? null : <BankFields kind={kind} form={form} />}
      <TextField
        label={t('Account number')}
        autoComplete="off"
        inputMode={local ? 'numeric' : 'text'}
        maxLength={40}
        hint={limited}
        {...field('acc_number')}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={askNow}
      />
      <AccountName form={form} unverified={unverified} limited={limited} checked={checked} />
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={values.save_recipient === 'true'}
          onChange={(event) => put({ save_recipient: String(event.currentTarget.checked) })}
        />
        {t('Save recipient')}
      </label>
      {checking ? (
        <TextField
          label={t('Payee’s name')}
          optional
          autoComplete="off"
          maxLength={120}
          hint={t('We compare it with the name of the account before you pay')}
          {...field('payee_name')}
          onChange={(event) => changeName(event.currentTarget.value)}
          onBlur={askNow}
        />
      ) : null}
      {checked ? (
        <PayeeCheck
          looked={checkedOf(values, looked)}
          anyway={values.payee_anyway === 'true'}
          onUse={use}
          onAnyway={(anyway) => put({ payee_anyway: String(anyway) })}
        />
      ) : null}
    </>
  )
}

/** The name that belongs to the number: the bank's word, or what the customer says it is. */
function AccountName({
  form,
  unverified,
  limited,
  checked,
}: {
  form: OrderForm
  unverified: boolean
  limited: string | undefined
  /** A name was typed to be compared: what the bank says to that stands below it. */
  checked: boolean
}) {
  const { values, field, put, looked } = form
  // The name that was typed and does not match is nobody's here.
  const own = checked && values.payee_verdict === 'none' ? { value: '' } : {}
  return (
    <>
      <TextField
        label={t('Account name')}
        autoComplete="off"
        maxLength={120}
        readOnly={!unverified}
        // Inside the field: a line beneath it would move the button away from under a click.
        end={nameMark({
          unverified: unverified && Boolean(values.acc_name?.trim()),
          looking: looked?.state === 'looking',
        })}
        {...field('acc_name')}
        {...own}
        onChange={({ currentTarget: { value } }) =>
          put({ acc_name: value, name_by: values.acc_number ? 'hand' : '' })
        }
      />
      {checked ? null : (
        <SpokenName name={values.acc_name} unverified={unverified} limited={limited} />
      )}
    </>
  )
}

/** What becomes of the names while the number or the payee's name is typed. */
function typingInto({ values, put, forget, lookup }: OrderForm, local: boolean) {
  const { acc_number = '', payee_name = '', name_by } = values

  function ask(number: string, payeeName: string) {
    forget()
    lookup.typed(number, payeeName)
    const known = lookup.known(number, payeeName)
    // What the bank has said before need not wait for the last key.
    if (known?.state === 'found' || known?.state === 'checked') void lookup.now()
  }
  function changeName(typed: string) {
    put({ payee_name: typed, acc_name: '', name_by: '', ...unchecked })
    ask(acc_number, typed)
  }
  return {
    change(typed: string) {
      const text = plainNumber(typed)
      // A name belongs to one number: it is gone with the first key, unless it was typed before any.
      if (local || name_by) put({ acc_name: '', name_by: '', ...(local ? unchecked : {}) })
      put({ acc_number: text })
      if (local) ask(text, payee_name)
    },
    changeName,
    /** The right name instead of the nearly right one. */
    use(name: string) {
      changeName(name)
      void lookup.now()
    },
    askNow() {
      if (local && acc_number && !name_by) void lookup.now()
    },
  }
}

/** The verdict on the typed name; a draft that was left has it still, the bank need not be asked. */
function checkedOf(values: Values, looked: Looked | null): Looked | null {
  const { payee_verdict, acc_name: name } = values
  if (looked || !payee_verdict) return looked
  return { state: 'checked', verdict: payee_verdict as PayeeAnswer, name }
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
        hint={t('8 or 11 letters and digits')}
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
