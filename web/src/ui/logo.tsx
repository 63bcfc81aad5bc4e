import { cx } from './cx.ts'
import classes from './logo.module.css'

/** The diamond and the name of the bank. */
export function Logo({ name, tone = 'ink' }: { name: string; tone?: 'ink' | 'light' }) {
  return (
    <span className={cx(classes.logo, classes[tone])}>
      <svg viewBox="0 0 20 20" width="1em" height="1em" aria-hidden="true">
        <path d="M10 1.2 18.8 10 10 18.8 1.2 10Z" fill="currentColor" />
      </svg>
      {name}
    </span>
  )
}
