import type { ReactNode } from 'react'
import classes from './panel.module.css'

/** What a list shows when it holds nothing, and what to do about it. */
export function EmptyState({
  icon,
  text,
  children,
}: {
  icon?: ReactNode
  text: string
  children?: ReactNode
}) {
  return (
    <div className={classes.panel}>
      {icon ? (
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <p className={classes.text}>{text}</p>
      {children}
    </div>
  )
}
