import type { ReactNode } from 'react'
import { Link } from './link.tsx'
import classes from './text-link.module.css'

/** A link to another page of the app, with a target tall enough for a thumb. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={classes.link}>
      {children}
    </Link>
  )
}
