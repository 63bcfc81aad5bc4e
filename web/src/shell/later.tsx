import { useFeature } from '#session/customer.ts'
import { Live } from './live.tsx'
import { Proof } from './proof.tsx'

/** What stands beside every page without being seen at first. */
export function Later() {
  const events = useFeature('events')
  return (
    <>
      {events ? <Live /> : null}
      <Proof />
    </>
  )
}
