import type { ReactNode } from 'react'
import { t } from '#i18n/t.ts'
import classes from './button.module.css'
import { cx } from './cx.ts'
import { Hidden } from './hidden.tsx'
import { Link } from './link.tsx'

/** A way to another page that looks like a button. */
export function LinkButton({
  to,
  state,
  kind = 'primary',
  size = 'md',
  newTab = false,
  wide = false,
  icon,
  children,
}: {
  to: string
  /** What the page it leads to may know, and the address does not say. */
  state?: unknown
  kind?: 'primary' | 'plain' | 'tint' | 'quiet'
  size?: 'md' | 'sm'
  newTab?: boolean
  wide?: boolean
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      state={state}
      className={cx(
        classes.button,
        classes[kind],
        classes[size],
        wide && classes.wide,
        classes.page,
      )}
      {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}
    >
      <span className={classes.face}>
        {icon}
        <span>
          {children}
          {newTab ? <Hidden> {t('(opens in a new tab)')}</Hidden> : null}
        </span>
      </span>
    </Link>
  )
}
