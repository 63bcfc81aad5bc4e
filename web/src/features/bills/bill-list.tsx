import { messages } from '@passbook/contract'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { billsQuery } from '#api/due-lists.ts'
import { told } from '#i18n/t.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { BillRow } from './bill-row.tsx'
import classes from './bills.module.css'

/** The saved bills: when, how often, to whom, how much and how they stand. */
export function BillList() {
  const saved = useQuery({ ...billsQuery, staleTime: 0 })
  const client = useQueryClient()
  const place = useRef<HTMLDivElement>(null)

  const changed = () => {
    // The row moves or goes away with what had the focus; the list takes it.
    place.current?.focus()
    return client.invalidateQueries({ queryKey: billsQuery.queryKey })
  }
  const gone = (id: string) => {
    client.setQueryData(billsQuery.queryKey, (held) => held?.filter(({ Id }) => Id !== id))
    void changed()
  }

  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      <Loaded query={saved} skeleton={<ListSkeleton rows={3} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={<IconReceipt size={24} stroke={1.75} />}
              text={told(messages.noBills)}
            />
          ) : (
            <ul className={layout.list}>
              {list.map((bill, at) => (
                // With its date, so that a question about one date never turns into another's.
                <BillRow
                  key={`${bill.Id ?? at} ${bill.Date}`}
                  bill={bill}
                  onGone={gone}
                  onChanged={changed}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}
