import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './button.module.css'
import { cx } from './cx.ts'
import { Hidden } from './hidden.tsx'
import own from './link-button.module.css'

/** A way to another page that looks like a button. */
export function LinkButton({
  to,
  kind = 'primary',
  newTab = false,
  wide = false,
  icon,
  children,
}: {
  to: string
  kind?: 'primary' | 'plain' | 'tint' | 'quiet'
  newTab?: boolean
  wide?: boolean
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      className={cx(classes.button, classes[kind], classes.md, wide && classes.wide, own.link)}
      {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}
    >
      <span className={classes.face}>
        {icon}
        <span>
          {children}
          {newTab ? <Hidden> (opens in a new tab)</Hidden> : null}
        </span>
      </span>
    </Link>
  )
}
