import { useRestorer } from '#ui/layers.ts'
import { Trail, useBareAddress } from '#ui/trail.tsx'
import type { Desk } from './desk.ts'
import type { Step } from './flow.ts'
import { placesOf } from './places.ts'

type Props = {
  desk: Desk
  step: Step
  busy: boolean
  /** The page that the steps belong to; in a dialog the address stays that of the page below. */
  path?: string
}

/** The way that a transfer has come, in the history: Back goes one step, Forward goes it again. */
export function TransferTrail({ desk, step, busy, path }: Props) {
  useBareAddress(path)
  useRestorer('transfer', desk.restore)
  const shared = {
    close: () => desk.go({ type: 'back' }),
    locked: busy || step.at === 'sending',
  }
  return (
    <Trail
      steps={placesOf(step).map((place) => ({
        ...shared,
        name: `transfer:${place}`,
        address: path && `${path}?step=${place}`,
      }))}
    />
  )
}
