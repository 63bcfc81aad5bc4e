import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import classes from './strip.module.css'

/** A line over the whole width of the page that says how things stand, read out when it comes. */
export function Strip({ children }: { children: ReactNode }) {
  // The frame has it below its top bar.
  const place = document.getElementById('strips')
  if (!place) return null
  return createPortal(
    <div className={classes.strip} role="status">
      {children}
    </div>,
    place,
  )
}
