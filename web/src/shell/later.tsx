import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hearOtherTabs } from '#api/money-moved.ts'
import { page } from '#api/page.ts'
import { useFeature } from '#session/customer.ts'
import { Toasts } from '#ui/toast-cards.tsx'
import { Explaining } from './explaining.tsx'
import { IdleWarning } from './idle-warning.tsx'
import { Live } from './live.tsx'
import { Offline } from './offline.tsx'
import { Panels } from './panels.tsx'
import { Proof } from './proof.tsx'
import { TimeMachine } from './time-machine.tsx'
import { useSlash } from './use-slash.ts'
import './told.ts'

/** What accompanies every page, and is not seen until something happens. */
export function Later() {
  const events = useFeature('events')
  const explained = useFeature('explain')
  const client = useQueryClient()
  useEffect(() => hearOtherTabs(client), [client])
  useSlash()
  return (
    <>
      <Panels />
      {events ? <Live /> : null}
      <IdleWarning />
      <Offline />
      <Proof />
      {explained ? <Explaining /> : null}
      <Toasts />
      {page.demo ? <TimeMachine /> : null}
    </>
  )
}
