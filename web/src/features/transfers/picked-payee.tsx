import type { Beneficiary } from '@passbook/contract'
import { IconUsers } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { Face } from '#ui/face.tsx'
import layout from '#ui/layout.module.css'
import { RecipientFaces } from '#widgets/recipient-faces.tsx'
import { RecipientPicker } from '#widgets/recipient-picker.tsx'
import type { Values } from './flow.ts'
import { type PersonKind, payeeValues, plainNumber, recipientType } from './payee.ts'
import classes from './transfers.module.css'
import type { OrderForm } from './use-order-form.ts'

/** The saved recipients of a form at its top; whoever was picked stands there in their place. */
export function PickedPayee({
  kind,
  form,
  onOverlay,
}: {
  kind: PersonKind
  form: OrderForm
  onOverlay: (open: boolean) => void
}) {
  const [picking, setPicking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const type = recipientType[kind]

  function open(next: boolean) {
    setPicking(next)
    onOverlay(next)
  }

  function pick(recipient: Beneficiary) {
    form.put(payeeValues(kind, recipient))
    if (kind === 'local') {
      form.lookup.take(plainNumber(recipient.AccountNumber), recipient.AccountName)
    }
    form.forget()
    open(false)
  }

  return (
    <div className={classes.recipients}>
      {form.values.name_by === 'recipient' ? (
        <Picked values={form.values} />
      ) : (
        <div className={classes.faces}>
          <RecipientFaces
            type={type}
            onPick={(recipient) => {
              pick(recipient)
              // The face that was pressed is gone; what is next to it leads to another one.
              button.current?.focus({ preventScroll: true })
            }}
          />
        </div>
      )}
      <Button
        ref={button}
        kind="tint"
        icon={<IconUsers size={18} stroke={1.75} aria-hidden />}
        className={classes.pick}
        onClick={() => open(true)}
      >
        {t('Select Recipient')}
      </Button>
      <RecipientPicker
        opened={picking}
        onOpen={() => open(true)}
        onClose={() => open(false)}
        onPick={pick}
        type={type}
      />
    </div>
  )
}

function Picked({ values }: { values: Values }) {
  const { acc_name = '', acc_number = '', bank, bank_name } = values
  const where = bank || bank_name
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are facts
    <div role="group" aria-label={t('To')} className={classes.picked}>
      <Face name={acc_name} />
      <span className={layout.words}>
        <span className={layout.note} aria-hidden="true">
          {t('To')}
        </span>
        <span className={layout.name}>
          <bdi>{acc_name}</bdi>
        </span>
        <span className={layout.note}>
          <bdi>{acc_number}</bdi>
          {where ? ` · ${where}` : null}
        </span>
      </span>
    </div>
  )
}
