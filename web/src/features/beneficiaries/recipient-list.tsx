import { type Beneficiary, deleteBeneficiary, messages } from '@passbook/contract'
import { IconTrash, IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { send } from '#api/client.ts'
import { beneficiariesQuery } from '#api/recipients.ts'
import { tellFailure } from '#api/tell-failure.ts'
import { t, told } from '#i18n/t.ts'
import { useFeature } from '#session/customer.ts'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Face } from '#ui/face.tsx'
import layout from '#ui/layout.module.css'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { lineOf } from './recipient-facts.ts'
import classes from './recipients.module.css'

/** The saved recipients, each of which can be forgotten. */
export function RecipientList() {
  const saved = useQuery(beneficiariesQuery)
  const client = useQueryClient()
  const place = useRef<HTMLDivElement>(null)

  const gone = (id: string) => {
    // The row goes away with what had the focus; the list takes it.
    place.current?.focus()
    client.setQueryData(beneficiariesQuery.queryKey, (held) => held?.filter(({ Id }) => Id !== id))
    void client.invalidateQueries({ queryKey: beneficiariesQuery.queryKey })
  }

  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      <Loaded query={saved} skeleton={<ListSkeleton rows={3} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={<IconUsers size={24} stroke={1.75} />}
              text={told(messages.noBeneficiaries)}
            />
          ) : (
            <ul className={layout.list}>
              {list.map((recipient, at) => (
                <Row key={recipient.Id ?? at} recipient={recipient} onGone={gone} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}

function Row({ recipient, onGone }: { recipient: Beneficiary; onGone: (id: string) => void }) {
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const { Id, AccountName: name } = recipient
  const removable = useFeature('recipient-removal')

  async function forget(id: string) {
    setBusy(true)
    try {
      await send(deleteBeneficiary, { id })
      onGone(id)
    } catch (error) {
      setBusy(false)
      tellFailure(error)
    }
  }

  return (
    <li className={layout.row}>
      <Face name={name} />
      <span className={layout.words}>
        <span className={layout.name}>{name}</span>
        <span className={layout.note}>{lineOf(recipient)}</span>
      </span>
      {Id && removable ? (
        <ConfirmButton
          name={t('Delete {name}', { name })}
          icon={<IconTrash size={20} stroke={1.75} aria-hidden />}
          question={t('Delete {name} from your recipients?', { name })}
          yes={t('Delete')}
          no={t('Keep')}
          busy={busy}
          asking={asking}
          onAsk={setAsking}
          onConfirm={() => void forget(Id)}
        />
      ) : null}
    </li>
  )
}
