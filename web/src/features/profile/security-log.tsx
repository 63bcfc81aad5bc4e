import type { SecurityEventEntry } from '@passbook/contract'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { page as site } from '#api/page.ts'
import { formatDateTime } from '#i18n/dates.ts'
import { t, told } from '#i18n/t.ts'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { Pager } from '#ui/pager.tsx'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { circumstancesOf, detailOf, lookOf } from './event-words.ts'
import classes from './security.module.css'
import { securityEventsQuery } from './security-queries.ts'

/** What happened to the customer's security, the newest first. */
export function SecurityLog() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('page') ?? ''
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1
  const query = useQuery(securityEventsQuery(page))
  return (
    <Card title={t('Security log')}>
      <Loaded query={query} skeleton={<ListSkeleton rows={5} />}>
        {({ List, Meta }) => (
          <div className={layout.stack}>
            {List.length === 0 ? (
              <EmptyState
                icon={<IconHistory size={24} stroke={1.75} />}
                text={t('Nothing yet. Sign-ins and changes to your security will be listed here.')}
              />
            ) : (
              <ul className={layout.list}>
                {List.map((entry) => (
                  <Entry key={entry.Id} entry={entry} />
                ))}
              </ul>
            )}
            <Pager
              page={page}
              count={Meta.PageSize}
              onChoose={(to) => setSearch(to === 1 ? {} : { page: String(to) })}
            />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function Entry({ entry }: { entry: SecurityEventEntry }) {
  const { words, icon: Icon, alarming } = lookOf(entry.Kind)
  const detail = detailOf(entry)
  return (
    <li className={cx(layout.row, classes.row)}>
      <span
        className={cx(layout.tile, classes.tile, alarming && layout.pending)}
        aria-hidden="true"
      >
        <Icon size={20} stroke={1.75} />
      </span>
      <span className={classes.facts}>
        <span className={layout.words}>
          <span className={layout.name}>{told(words)}</span>
          {detail ? <span className={classes.detail}>{detail}</span> : null}
          <span className={layout.note}>
            {circumstancesOf(entry).map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: each has its place
              <span key={at}>
                {at > 0 ? ' · ' : null}
                <bdi>{part}</bdi>
              </span>
            ))}
          </span>
        </span>
        <time className={classes.time} dateTime={entry.At.toISOString()}>
          <bdi>{formatDateTime(entry.At, site.bankZone)}</bdi>
        </time>
      </span>
    </li>
  )
}
