import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { cx } from './cx.ts'
import classes from './status-icon.module.css'

type Props = {
  state: 'completed' | 'pending' | 'failed'
  /** Its tint: a tick is grey, a loan has the bank's own colour, and only a failure is red. */
  look: 'transfer' | 'loan' | 'debit' | 'pending' | 'failed'
}

/** Tick for completed, clock for pending, cross for anything else. */
export function StatusIcon({ state, look }: Props) {
  const Icon = { completed: IconCheck, pending: IconClock, failed: IconX }[state]
  return (
    <span className={cx(classes.icon, look in classes && classes[look])} data-state={state}>
      <Icon size={12} stroke={3} aria-hidden />
    </span>
  )
}
