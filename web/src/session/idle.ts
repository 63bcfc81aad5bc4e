import { logout } from '@passbook/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { send } from '#api/client.ts'
import { initUserQuery } from '#api/init-user.ts'
import { page } from '#api/page.ts'
import { forgetToken } from '#api/token.ts'
import { lastActive, markActive } from './active.ts'

const warningMs = 60_000
// Reading a long page is no idleness, but the server sees no call: one is made on its behalf.
const callAfterMs = (page.idleMinutes / 3) * 60_000
const callAgainMs = 30_000
const tickMs = 1000

type Idleness = { phase: 'active' } | { phase: 'warning'; seconds: number } | { phase: 'over' }

/**
 * How idle somebody is who was last active at a moment. The server ends a session that was idle for
 * so many minutes, and the page does so with it, with a warning in the last minute.
 */
export function idleness(
  activeAtMs: number,
  nowMs: number,
  idleMinutes: number = page.idleMinutes,
): Idleness {
  const idleMs = idleMinutes * 60_000
  const leftMs = activeAtMs + idleMs - nowMs
  if (leftMs <= 0) return { phase: 'over' }
  // A time of a minute or less would otherwise be all warning.
  return leftMs > Math.min(warningMs, idleMs / 2)
    ? { phase: 'active' }
    : { phase: 'warning', seconds: Math.ceil(leftMs / 1000) }
}

type Called = { heardAtMs: number; calledAtMs: number }

/**
 * Whether the server is to be called, since it has heard nothing of somebody who is active. Not every
 * second: a call that is under way would be broken off, and on a slow line none would ever end.
 */
export function isCallDue(
  { heardAtMs, calledAtMs }: Called,
  activeAtMs: number,
  nowMs: number,
): boolean {
  const isUnheard = activeAtMs > heardAtMs && nowMs - heardAtMs > callAfterMs
  return isUnheard && nowMs - calledAtMs > callAgainMs
}

/**
 * Watches for activity since the area was entered, in this tab and in the others of the login. Once the warning is out,
 * only `stay` counts: a nudge of the mouse on an unattended desk is no answer.
 */
export function useIdle(): { seconds: number | null; stay: () => void; leave: () => void } {
  const [seconds, setSeconds] = useState<number | null>(null)
  const client = useQueryClient()

  useEffect(() => {
    let calledAtMs = 0
    const tick = () => {
      const now = Date.now()
      const idle = idleness(lastActive(), now)
      if (idle.phase === 'over') return signOut()
      setSeconds(idle.phase === 'warning' ? idle.seconds : null)
      const heardAtMs = client.getQueryState(initUserQuery.queryKey)?.dataUpdatedAt ?? now
      if (isCallDue({ heardAtMs, calledAtMs }, lastActive(), now)) {
        calledAtMs = now
        void client.refetchQueries(initUserQuery)
      }
    }
    const active = () => {
      if (idleness(lastActive(), Date.now()).phase === 'active') markActive()
    }
    const timer = setInterval(tick, tickMs)
    for (const event of events) window.addEventListener(event, active, { passive: true })
    return () => {
      clearInterval(timer)
      for (const event of events) window.removeEventListener(event, active)
    }
  }, [client])

  const stay = () => {
    markActive()
    setSeconds(null)
    void client.refetchQueries(initUserQuery)
  }
  return { seconds, stay, leave: signOut }
}

const events = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const

/** Ends the session here and on the server; the guard leads to the login and back afterwards. */
function signOut() {
  send(logout, {}).catch(() => undefined)
  forgetToken()
}
