import { dayIn, type Notification, transactionReceipt } from '@passbook/contract'
import { IconBell, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { send } from '#api/client.ts'
import { page as site } from '#api/page.ts'
import { textOf } from '#api/texts.ts'
import { formatDay, formatTime } from '#i18n/dates.ts'
import { lineWords } from '#i18n/line-words.ts'
import { t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useFeature } from '#session/customer.ts'
import { useSession } from '#session/session.tsx'
import { alert } from '#ui/alert.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Face } from '#ui/face.tsx'
import { Hidden } from '#ui/hidden.tsx'
import layout from '#ui/layout.module.css'
import { Pager } from '#ui/pager.tsx'
import { useHere } from '#ui/use-here.ts'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { dayName } from '#widgets/transaction-list.tsx'
import classes from './notifications-page.module.css'
import { notificationsQuery } from './queries.ts'
import { useReading } from './use-reading.ts'

const perPage = 20

/** The page behind the bell, where the server tells what it counts. */
export function NotificationsPage() {
  return useFeature('notifications') ? <Told /> : <Navigate to={paths.overview} replace />
}

/** What the bank told the customer. Opening it is reading it; what was new stays marked meanwhile. */
function Told() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('page') ?? ''
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1
  const query = useQuery(notificationsQuery(page))
  const fresh = useReading(query)
  return (
    <Card className={classes.card}>
      <Loaded query={query} skeleton={<ListSkeleton rows={6} />}>
        {({ List, Meta }) => (
          <div className={classes.pages}>
            {List.length === 0 ? (
              <EmptyState
                icon={<IconBell size={24} stroke={1.75} />}
                text={t('Nothing yet. What happens on your accounts will be told here.')}
              />
            ) : (
              <Days
                told={List.map((one, at) => ({
                  one,
                  fresh: !one.Read || (page - 1) * perPage + at < fresh,
                }))}
              />
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

type ToldOne = { one: Notification; fresh: boolean }

/** Under the day that it was told on, in the bank's zone. */
function Days({ told: list }: { told: readonly ToldOne[] }) {
  const days = [...Map.groupBy(list, ({ one }) => dayIn(one.Created, site.bankZone))]
  return (
    <div className={classes.days}>
      {days.map(([day, ones]) => (
        <div key={day}>
          <h2 className={classes.day}>{dayName(day)}</h2>
          <ul className={classes.list}>
            {ones.map(({ one, fresh }) => (
              <li key={one.Id}>
                <Row notification={one} fresh={fresh} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function Row({ notification, fresh }: { notification: Notification; fresh: boolean }) {
  const { Transaction: id } = notification
  const { busy, open } = useDetail()
  const words = <Words notification={notification} fresh={fresh} />
  if (!id) return <div className={cx(classes.row, fresh && classes.fresh)}>{words}</div>
  return (
    <button
      type="button"
      className={cx(classes.row, fresh && classes.fresh)}
      aria-haspopup="dialog"
      aria-busy={busy || undefined}
      onClick={() => void open(id)}
    >
      {words}
      <IconChevronRight size={20} className={classes.chevron} aria-hidden />
    </button>
  )
}

function Words({ notification, fresh }: { notification: Notification; fresh: boolean }) {
  const { Title, Body, Created, Party, Warns } = notification
  const dot = fresh ? <span className={classes.dot} /> : null
  return (
    <>
      {Party ? (
        <Face name={lineWords(Party)} badge={dot} />
      ) : (
        <span className={cx(layout.tile, classes.bell)} aria-hidden="true">
          <IconBell size={20} stroke={1.75} />
          {dot ? <span className={classes.badge}>{dot}</span> : null}
        </span>
      )}
      <span className={classes.words}>
        <span className={cx(classes.title, Warns && classes.warns)}>
          {fresh ? <Hidden>{t('New:')} </Hidden> : null}
          {told(Title)}
        </span>
        <span className={classes.body}>{told(Body)}</span>
      </span>
      <time className={classes.time} dateTime={Created.toISOString()}>
        <Hidden>{formatDay(Created, site.bankZone)}, </Hidden>
        <bdi>{formatTime(Created, site.bankZone)}</bdi>
      </time>
    </>
  )
}

/** Opens the detail of a transaction of which only the id is known. */
function useDetail() {
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const here = useHere()
  async function open(transactionId: string) {
    if (busy) return
    setBusy(true)
    try {
      const { data } = await send(transactionReceipt, { transactionId })
      // Who has gone on to another page is not shown it there.
      if (here.current) session.view(data)
    } catch (error) {
      void alert(textOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, open }
}
