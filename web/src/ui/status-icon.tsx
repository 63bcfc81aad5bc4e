import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { cx } from './cx.ts'
import classes from './status-icon.module.css'

type Props = {
  state: 'completed' | 'pending' | 'failed'
  /** Its tint, which tells what came in, what was lent and what went out. */
  look: 'transfer' | 'loan' | 'debit' | 'pending' | 'failed'
}

/** Tick for completed, clock for pending, cross for anything else. */
export function StatusIcon({ state, look }: Props) {
  const Icon = { completed: IconCheck, pending: IconClock, failed: IconX }[state]
  return (
    <span className={cx(classes.icon, classes[look])} data-state={state}>
      <Icon size={18} stroke={2} aria-hidden />
    </span>
  )
}
