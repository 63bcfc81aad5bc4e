import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { cx } from './cx.ts'
import { Hidden } from './hidden.tsx'
import classes from './status-icon.module.css'

/** Tick for completed, clock for pending, cross for anything else. */
export function StatusIcon({ state, label }: { state: string; label?: string }) {
  const tone = state === 'completed' || state === 'pending' ? state : 'failed'
  const Icon = { completed: IconCheck, pending: IconClock, failed: IconX }[tone]
  return (
    <span className={cx(classes.icon, classes[tone])} data-state={tone}>
      <Icon size={18} stroke={2} aria-hidden />
      {label ? <Hidden>{label}</Hidden> : null}
    </span>
  )
}
