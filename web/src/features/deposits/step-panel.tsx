import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '#ui/cx.ts'
import { showStart } from '#ui/show-start.ts'
import classes from './step-panel.module.css'

/**
 * One step of a flow. It slides in for half a second and, unless it is the first thing to be seen,
 * takes the focus, since what had it is gone with the step before.
 */
export function StepPanel({
  name,
  arrived,
  back,
  children,
}: {
  name: string
  /** Whether it was reached from another step. */
  arrived: boolean
  /** Whether the customer came from a later step; it then slides the other way. */
  back: boolean
  children: ReactNode
}) {
  const panel = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the arrival moves the focus
  useEffect(() => {
    if (!arrived || !panel.current) return
    panel.current.focus({ preventScroll: true })
    // With the title above it, where it is a part of a page.
    showStart(panel.current.closest('section') ?? panel.current)
  }, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset, since most steps have no fields
    <div
      ref={panel}
      role="group"
      tabIndex={-1}
      aria-label={name}
      className={cx(classes.panel, arrived && (back ? classes.back : classes.onward))}
    >
      {children}
    </div>
  )
}
