import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import classes from './flow-footer.module.css'
import layout from './layout.module.css'

/**
 * The way back and the way on of a step. Where there is little room they stay in sight at the bottom
 * of the screen, in the place of the tabs, and at the bottom of a dialog; the frame looks for
 * `data-footer`. A page that keeps its tabs has them in its form: `tabs`.
 */
export function FlowFooter({
  className,
  tabs = false,
  children,
}: {
  className?: string
  tabs?: boolean
  children: ReactNode
}) {
  return (
    <div
      data-footer={tabs ? undefined : true}
      className={cx(layout.actions, classes.footer, className)}
    >
      {children}
    </div>
  )
}
