import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import classes from './focus-place.module.css'

/**
 * Takes the focus when what had it goes away with a change of `shown`: who uses a keyboard goes on from
 * there, and not from the start of the page.
 */
export function FocusPlace({
  shown,
  className,
  children,
}: {
  /** What it shows, as one value. */
  shown: string | number | boolean
  className?: string | undefined
  children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    // What is inside has had its turn: a field that asks for the focus keeps it.
    const { activeElement: active, body } = document
    if (active === body || active === null) place.current?.focus({ preventScroll: true })
  }, [shown])
  return (
    <div ref={place} tabIndex={-1} className={cx(classes.place, className)}>
      {children}
    </div>
  )
}
