import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import classes from './notice.module.css'

const icons = { error: IconAlertCircle, success: IconCircleCheck, info: IconInfoCircle }

/** A banner above a form. An error is announced at once, a success when the reader has time. */
export function Notice({
  kind = 'error',
  id,
  children,
}: {
  kind?: 'error' | 'success' | 'info'
  id?: string
  children: ReactNode
}) {
  const Icon = icons[kind]
  const role = { error: 'alert', success: 'status', info: undefined }[kind]
  return (
    <div className={cx(classes.notice, classes[kind])} role={role} id={id}>
      <Icon size={20} stroke={1.75} className={classes.icon} aria-hidden />
      <div className={classes.text}>{children}</div>
    </div>
  )
}
