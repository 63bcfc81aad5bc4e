import type { ReactNode } from 'react'
import { Link } from './link.tsx'
import classes from './text-link.module.css'

/** A link to another page of the app, with a target tall enough for a thumb. */
export function TextLink({
  to,
  state,
  children,
}: {
  to: string
  /** What the next page is told and the address does not show. */
  state?: unknown
  children: ReactNode
}) {
  return (
    <Link to={to} state={state} className={classes.link}>
      {children}
    </Link>
  )
}
