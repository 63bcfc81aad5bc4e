import { type Beneficiary, type beneficiaryTypes, messages } from '@passbook/contract'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { beneficiariesQuery } from '#api/recipients.ts'
import { t, told } from '#i18n/t.ts'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Face } from '#ui/face.tsx'
import { LayerName, useRestorer } from '#ui/layers.ts'
import layout from '#ui/layout.module.css'
import { Modal } from '#ui/modal.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { Loaded } from './loaded.tsx'
import classes from './recipient-picker.module.css'

export type RecipientType = (typeof beneficiaryTypes)[number]

/** One of an unknown type is offered everywhere. */
export const isOfType = ({ Type }: Beneficiary, type: RecipientType | undefined) =>
  !type || !Type || Type === type

/** The customer's saved recipients, to pick one of them. */
export function RecipientPicker({
  opened,
  onOpen,
  onClose,
  onPick,
  type,
}: {
  opened: boolean
  /** Forward or a reload led to it. */
  onOpen: () => void
  onClose: () => void
  onPick: (recipient: Beneficiary) => void
  /** Shows those of one type only. */
  type?: RecipientType | undefined
}) {
  useRestorer('recipients', () => {
    onOpen()
    return 1
  })
  return (
    <LayerName value="recipients:">
      <Modal opened={opened} onClose={onClose} title={t('Select Recipient')}>
        <Recipients type={type} onPick={onPick} />
      </Modal>
    </LayerName>
  )
}

function Recipients({
  type,
  onPick,
}: {
  type: RecipientType | undefined
  onPick: (recipient: Beneficiary) => void
}) {
  const query = useQuery({ ...beneficiariesQuery, staleTime: 0 })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={3} />}>
      {(all) => {
        const recipients = all.filter((one) => isOfType(one, type))
        if (recipients.length === 0) {
          return <EmptyState icon={<IconUsers size={24} />} text={told(messages.noBeneficiaries)} />
        }
        return (
          <ul className={cx(layout.list, classes.list)}>
            {recipients.map((recipient) => (
              <li key={recipient.Id ?? `${recipient.Type}${recipient.AccountNumber}`}>
                <button
                  type="button"
                  className={classes.recipient}
                  onClick={() => onPick(recipient)}
                >
                  <Face name={recipient.AccountName} />
                  <span className={layout.words}>
                    <span className={layout.name}>{recipient.AccountName}</span>
                    <span className={cx(layout.note, classes.note)}>
                      <bdi>{recipient.AccountNumber}</bdi>
                      {recipient.BankName ? ` · ${recipient.BankName}` : null}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )
      }}
    </Loaded>
  )
}
