import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { t } from '#i18n/t.ts'
import { cx } from './cx.ts'
import { pageWindow } from './page-window.ts'
import classes from './pager.module.css'
import { useWide } from './use-wide.ts'

/** Previous, numbers, next. It is not there at all while there is only one page. */
export function Pager({
  page,
  count,
  onChoose,
}: {
  page: number
  count: number
  onChoose: (page: number) => void
}) {
  const nav = useRef<HTMLElement>(null)
  const chosen = useRef(false)
  const wide = useWide()

  // Next on the last page but one disables itself: the focus then goes to the page it led to.
  useEffect(() => {
    const { activeElement: active, body } = document
    // A browser takes the focus from a disabled button a little later, or not at all.
    const lost = !active || active === body || active.matches(':disabled')
    if (chosen.current && lost) {
      nav.current?.querySelector<HTMLElement>(`[aria-current='page'][data-page='${page}']`)?.focus()
    }
    chosen.current = false
  }, [page])

  if (count <= 1) return null
  const choose = (next: number) => {
    chosen.current = true
    onChoose(next)
  }
  return (
    <nav ref={nav} className={classes.pager} aria-label={t('Pages')}>
      <button
        type="button"
        className={classes.button}
        aria-label={t('Previous page')}
        disabled={page <= 1}
        onClick={() => choose(page - 1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </button>
      {pageWindow(page, count, wide ? 2 : 0).map((number, at) =>
        number === 'gap' ? (
          <span key={at < 3 ? 'before' : 'after'} className={classes.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={number}
            type="button"
            className={cx(classes.button, number === page && classes.current)}
            aria-label={t('Page {number}', { number })}
            aria-current={number === page ? 'page' : undefined}
            data-page={number}
            onClick={() => choose(number)}
          >
            {number}
          </button>
        ),
      )}
      <button
        type="button"
        className={classes.button}
        aria-label={t('Next page')}
        disabled={page >= count}
        onClick={() => choose(page + 1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </button>
    </nav>
  )
}
