import { t } from '#i18n/t.ts'
import classes from './cover.module.css'
import { cx } from './cx.ts'

/**
 * Covers the whole page while it loads. What lies under it goes on loading; the page behind is to
 * be marked `inert` by whoever shows the cover, so that no key reaches what nobody can see. Where
 * there is a frame to see (the page's own, or the one that first-paint.css draws), it stays seen.
 */
export function Cover({ over }: { over?: 'page' | 'boot' }) {
  return (
    <div
      className={cx(classes.cover, over && classes.clear)}
      role="status"
      aria-busy="true"
      data-frame={over === 'boot' ? '' : undefined}
    >
      <Diamond />
      <span className={classes.label}>{t('Please Wait')}</span>
    </div>
  )
}

/** The waiting sign alone, for a place inside a page. */
export function Diamond() {
  return (
    <svg className={classes.diamond} viewBox="0 0 48 48" aria-hidden="true">
      <path className={classes.track} d="M24 5 43 24 24 43 5 24Z" pathLength="100" />
      <path className={classes.runner} d="M24 5 43 24 24 43 5 24Z" pathLength="100" />
    </svg>
  )
}
