import { endSessions, type Session } from '@passbook/contract'
import { IconDeviceLaptop, IconDeviceMobile, IconLogout } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { page } from '#api/page.ts'
import { tellFailure } from '#api/tell-failure.ts'
import { formatDateTime, formatDay } from '#i18n/dates.ts'
import { t, told } from '#i18n/t.ts'
import { Card } from '#ui/card.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { cx } from '#ui/cx.ts'
import { FocusPlace } from '#ui/focus-place.tsx'
import layout from '#ui/layout.module.css'
import { toast } from '#ui/toasts.tsx'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { placeOf } from './event-words.ts'
import classes from './security.module.css'
import { sessionsQuery } from './security-queries.ts'

/** Where the customer is signed in, and the ways to end that. */
export function Devices() {
  const query = useQuery(sessionsQuery)
  const { busy, asked, setAsked, end } = useEnding()
  return (
    <Card title={t('Where you are signed in')}>
      <FocusPlace shown={query.data?.length ?? 0} className={classes.place}>
        <Loaded query={query} skeleton={<ListSkeleton rows={2} />}>
          {(list) => (
            <>
              <ul className={cx(layout.list, classes.list)}>
                {list.map((session) => (
                  <li key={session.Id} className={cx(layout.row, classes.row)}>
                    <DeviceWords session={session} />
                    {session.Current ? null : (
                      <ConfirmButton
                        name={t('Sign out {device}', { device: nameOf(session) })}
                        icon={<IconLogout size={20} stroke={1.75} aria-hidden />}
                        question={t('Sign out {device}?', { device: nameOf(session) })}
                        yes={t('Sign out')}
                        no={t('Keep')}
                        busy={busy}
                        asking={asked === session.Id}
                        onAsk={(asking) => setAsked(asking ? session.Id : null)}
                        onConfirm={() =>
                          void end(
                            session.Id,
                            t('{device} was signed out', { device: nameOf(session) }),
                          )
                        }
                      />
                    )}
                  </li>
                ))}
              </ul>
              {list.some(({ Current }) => !Current) ? (
                <div className={classes.all}>
                  <ConfirmButton
                    worded
                    name={t('Sign out all other devices')}
                    icon={<IconLogout size={18} stroke={1.75} aria-hidden />}
                    question={t(
                      'Sign out everywhere but here? Whoever uses your account elsewhere has to log in again.',
                    )}
                    yes={t('Sign out all')}
                    no={t('Keep')}
                    busy={busy}
                    asking={asked === everyOther}
                    onAsk={(asking) => setAsked(asking ? everyOther : null)}
                    onConfirm={() => void end(undefined, t('All other devices were signed out'))}
                  />
                </div>
              ) : (
                <p className={classes.hint}>{t('You are signed in on this device only.')}</p>
              )}
            </>
          )}
        </Loaded>
      </FocusPlace>
    </Card>
  )
}

const everyOther = 'others'

function DeviceWords({ session }: { session: Session }) {
  const { Address, SignedIn, LastUsed, Current } = session
  const isPhone = /iPhone|iPad|Android/.test(session.Device)
  const Icon = isPhone ? IconDeviceMobile : IconDeviceLaptop
  return (
    <>
      <span className={cx(layout.tile, classes.tile)} aria-hidden="true">
        <Icon size={22} stroke={1.75} />
      </span>
      <span className={layout.words}>
        <span className={classes.device}>
          <span className={layout.name}>{nameOf(session)}</span>
          {Current ? <span className={classes.badge}>{t('This device')}</span> : null}
        </span>
        <span className={layout.note}>
          {Current
            ? t('In use now')
            : t('Last used {at}', { at: formatDateTime(LastUsed, page.bankZone) })}
        </span>
        <span className={layout.note}>
          {t('Signed in {day}', { day: formatDay(SignedIn, page.bankZone) })}
          {Address ? (
            <>
              {' · '}
              <bdi>{placeOf(Address)}</bdi>
            </>
          ) : null}
        </span>
      </span>
    </>
  )
}

const nameOf = ({ Device }: Session) => (Device ? told(Device) : t('Unknown device'))

/** Ends one session, or all others; one question at a time. */
function useEnding() {
  const client = useQueryClient()
  const [asked, setAsked] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function end(id: string | undefined, done: string) {
    setBusy(true)
    try {
      await send(endSessions, id === undefined ? {} : { id })
      toast({ message: done })
    } catch (error) {
      tellFailure(error)
    }
    setAsked(null)
    setBusy(false)
    // Also after a refusal: it may have ended on its own.
    void client.invalidateQueries({ queryKey: keys.sessions })
    void client.invalidateQueries({ queryKey: keys.securityEvents })
  }
  return { busy, asked, setAsked, end }
}
