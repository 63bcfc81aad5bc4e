import { IconCheck } from '@tabler/icons-react'
import { t } from '#i18n/t.ts'
import { cx } from './cx.ts'
import { Hidden } from './hidden.tsx'
import classes from './steps.module.css'

/** Where a wizard stands. Only the first step counts from 1; `current` counts from 0. */
export function Steps({ labels, current }: { labels: readonly string[]; current: number }) {
  return (
    <ol className={classes.steps} aria-label={t('Steps')}>
      {labels.map((label, at) => (
        <li
          key={label}
          className={cx(classes.step, at < current && classes.done, at === current && classes.now)}
          aria-current={at === current ? 'step' : undefined}
        >
          <span className={classes.mark}>
            {at < current ? <IconCheck size={16} stroke={2.5} aria-hidden /> : null}
            {at < current ? <Hidden>{at + 1}</Hidden> : at + 1}
          </span>
          <span>
            {label}
            {at < current ? <Hidden> {t('(done)')}</Hidden> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}
