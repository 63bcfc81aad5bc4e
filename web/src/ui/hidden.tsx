import type { ReactNode } from 'react'
import classes from './hidden.module.css'

/** Text for screen readers only. */
export function Hidden({ children }: { children: ReactNode }) {
  return <span className={classes.hidden}>{children}</span>
}
