import { type BillerEntry, cancelBill, messages } from '@passbook/contract'
import { IconReceipt, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { billsQuery } from '#api/bills-queries.ts'
import { send } from '#api/client.ts'
import { textOf } from '#api/texts.ts'
import { alert } from '#ui/alert.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { inCode } from '#widgets/by-code.ts'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { billState, dayOf, monogramOf } from './bill-facts.ts'
import classes from './bills.module.css'

/** The saved bills: when, how often, to whom, how much and how they stand. */
export function BillList() {
  const saved = useQuery({ ...billsQuery, staleTime: 0 })
  const client = useQueryClient()
  const place = useRef<HTMLDivElement>(null)

  const gone = (id: string) => {
    // The row goes away with what had the focus; the list takes it.
    place.current?.focus()
    client.setQueryData(billsQuery.queryKey, (held) => held?.filter(({ Id }) => Id !== id))
    void client.invalidateQueries({ queryKey: billsQuery.queryKey })
  }

  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      <Loaded query={saved} skeleton={<ListSkeleton rows={3} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={<IconReceipt size={24} stroke={1.75} />} text={messages.noBills} />
          ) : (
            <ul className={classes.list}>
              {list.map((bill, at) => (
                <Row key={bill.Id ?? at} bill={bill} onGone={gone} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}

function Row({ bill, onGone }: { bill: BillerEntry; onGone: (id: string) => void }) {
  const [busy, setBusy] = useState(false)
  const { Id, Name, AccountName, Amount, Account, State } = bill
  const active = State === 'active'
  const when = [bill.Date ? dayOf(bill.Date) : '', bill.Type, AccountName].filter(Boolean)
  const state = State ? billState(State) : null

  async function stop(id: string) {
    setBusy(true)
    try {
      await send(cancelBill, { id })
      onGone(id)
    } catch (error) {
      setBusy(false)
      await alert(textOf(error))
    }
  }

  return (
    <li className={classes.row}>
      <span className={classes.monogram} aria-hidden="true">
        {monogramOf(Name)}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{Name}</span>
        <span className={classes.note}>{when.join(' · ')}</span>
      </span>
      <span className={classes.sum}>
        {Amount === undefined ? null : (
          <bdi className={classes.amount}>{inCode(Account?.Currency.Code ?? 'usd', Amount)}</bdi>
        )}
        {state ? (
          <span className={cx(classes.badge, classes[state.tone])}>{state.label}</span>
        ) : null}
      </span>
      {Id ? (
        <ConfirmButton
          name={active ? `Cancel the bill of ${Name}` : `Remove the bill of ${Name}`}
          icon={<IconTrash size={20} stroke={1.75} aria-hidden />}
          question={
            active
              ? `Cancel the bill of ${Name}? It will not be paid any more.`
              : `Remove the bill of ${Name} from the list?`
          }
          yes={active ? 'Cancel bill' : 'Remove'}
          no="Keep"
          busy={busy}
          onConfirm={() => void stop(Id)}
        />
      ) : null}
      {bill.LastError ? <p className={classes.trouble}>Last try: {bill.LastError}</p> : null}
    </li>
  )
}
