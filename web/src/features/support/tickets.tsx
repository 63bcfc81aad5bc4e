import type { Ticket } from '@passbook/contract'
import { IconChevronDown, IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { page } from '#api/page.ts'
import { formatDateTime } from '#i18n/dates.ts'
import { t } from '#i18n/t.ts'
import { useFeature } from '#session/customer.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Face } from '#ui/face.tsx'
import layout from '#ui/layout.module.css'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { ticketsQuery } from './queries.ts'
import classes from './support-page.module.css'

/** What the customer wrote before, where the server tells it. */
export function Tickets() {
  return useFeature('tickets') ? <Listed /> : null
}

function Listed() {
  const query = useQuery({ ...ticketsQuery, staleTime: 0 })
  return (
    <Card title={t('What you wrote to us')}>
      <Loaded query={query} skeleton={<ListSkeleton rows={2} />}>
        {({ List }) =>
          List.length === 0 ? (
            <EmptyState
              icon={<IconMessage size={24} stroke={1.75} />}
              text={t('You have not written to us yet.')}
            />
          ) : (
            <ul className={layout.list}>
              {List.map((ticket) => (
                <li key={ticket.Ticket}>
                  <TicketRow ticket={ticket} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

/** A line that opens to what was written. */
function TicketRow({ ticket }: { ticket: Ticket }) {
  const { Ticket: number, Subject, Content, Email, Created } = ticket
  return (
    <details className={classes.message}>
      <summary className={classes.summary}>
        <Face name={Subject} />
        <span className={layout.words}>
          <span className={layout.name}>{Subject}</span>
          <span className={layout.note}>
            <bdi>{number}</bdi>
            {' · '}
            <time dateTime={Created.toISOString()}>
              <bdi>{formatDateTime(Created, page.bankZone)}</bdi>
            </time>
          </span>
        </span>
        <IconChevronDown size={20} className={classes.chevron} aria-hidden />
      </summary>
      <div className={classes.written}>
        <p className={classes.content}>{Content}</p>
        <p className={layout.note}>{t('We answer to {email}.', { email: Email })}</p>
      </div>
    </details>
  )
}
