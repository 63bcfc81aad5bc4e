import { demoClock } from '@passbook/contract'
import { IconPlayerTrackNext } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ask } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { page } from '#api/page.ts'
import { bankNow } from '#api/server-time.ts'
import { formatDay } from '#i18n/dates.ts'
import { t } from '#i18n/t.ts'
import { useFeature } from '#session/customer.ts'
import { InDemoStrip } from '#ui/in-demo-strip.tsx'
import { useOnDemand } from './on-demand.ts'
import classes from './time-machine.module.css'

const lookEveryMs = 400

/** The bank's date in the strip of a demonstration, and for its demo customers the way to a later one. */
export function TimeMachine() {
  const client = useQueryClient()
  const passes = useFeature('time-machine')
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { data: clock } = useQuery({
    queryKey: keys.demoClock,
    queryFn: ({ signal }) => ask(demoClock, {}, signal),
    // Nobody is asked before somebody wants to know; then for as long as days are being passed.
    enabled: ({ state }) => opened || Boolean(state.data?.Passing),
    refetchInterval: ({ state }) => (state.data?.Passing ? lookEveryMs : false),
    staleTime: 0,
  })
  const passing = clock?.Passing ?? null
  const before = useRef(passing)
  useEffect(() => {
    const arrived = before.current !== null && passing === null
    before.current = passing
    // Whatever is on the screen is of days ago.
    if (arrived) void client.invalidateQueries()
  }, [passing, client])
  const Dialog = useOnDemand(opened, loadDialog, close)
  const date = formatDay(clock ? clock.Now : bankNow(), page.bankZone)
  if (!passes) {
    return (
      <InDemoStrip>
        <bdi className={classes.date}>{date}</bdi>
      </InDemoStrip>
    )
  }
  return (
    <>
      <InDemoStrip>
        <button
          type="button"
          className={classes.open}
          aria-haspopup="dialog"
          aria-label={t('The bank’s date is {date}. Pass days', { date })}
          onClick={() => setOpened(true)}
        >
          {passing ? (
            t('{done} of {days} days', { done: passing.Done, days: passing.Days })
          ) : (
            <bdi>{date}</bdi>
          )}
          <IconPlayerTrackNext className={classes.icon} size={12} aria-hidden />
        </button>
      </InDemoStrip>
      {Dialog ? <Dialog opened={opened} onClose={close} date={date} passing={passing} /> : null}
    </>
  )
}

const loadDialog = () => import('./time-machine-dialog.tsx').then((m) => m.TimeMachineDialog)
