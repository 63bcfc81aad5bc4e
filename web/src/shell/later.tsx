import { useFeature } from '#session/customer.ts'
import { Toasts } from '#ui/toast-cards.tsx'
import { IdleWarning } from './idle-warning.tsx'
import { Live } from './live.tsx'
import { Offline } from './offline.tsx'
import { Proof } from './proof.tsx'

/** What accompanies every page, and is not seen until something happens. */
export function Later() {
  const events = useFeature('events')
  return (
    <>
      {events ? <Live /> : null}
      <IdleWarning />
      <Offline />
      <Proof />
      <Toasts />
    </>
  )
}
