import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { textOf } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { cx } from '#ui/cx.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Hidden } from '#ui/hidden.tsx'
import classes from './loaded.module.css'

/** What it looks at of a query, or of several that are one to the customer. */
type Asked<Data> = Pick<
  UseQueryResult<Data>,
  'data' | 'error' | 'isFetching' | 'isPlaceholderData'
> & {
  refetch: () => unknown
}

/**
 * What was asked for, in each of its states: bars while it loads, the message and a button when it
 * failed, above the last answer where there is one, and that answer, dimmed, while the next one is
 * on its way. A failure stays told until an answer is there: what the page asks by itself, after
 * news of the bank, would take the button away from under the pointer.
 */
export function Loaded<Data>({
  query,
  skeleton,
  children,
}: {
  query: Asked<Data>
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}) {
  const region = useRef<HTMLDivElement>(null)
  const { data, error, isFetching, isPlaceholderData } = query
  const retry = () => {
    // The button goes away with the answer; the place where it was keeps the focus.
    region.current?.focus()
    void query.refetch()
  }
  return (
    <div
      ref={region}
      tabIndex={-1}
      className={cx(classes.region, isPlaceholderData && classes.stale)}
      aria-busy={isFetching && (data === undefined || isPlaceholderData)}
    >
      {error ? <ErrorPanel message={textOf(error)} onRetry={retry} /> : null}
      {data === undefined && isFetching ? (
        <>
          <Hidden>{t('Loading')}</Hidden>
          {skeleton}
        </>
      ) : null}
      {data === undefined ? null : children(data)}
    </div>
  )
}
