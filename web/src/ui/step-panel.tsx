import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { showStart } from './show-start.ts'
import classes from './step-panel.module.css'

export type Arrival = {
  /** Whether it was reached from another step. */
  arrived: boolean
  /** Whether the customer came from a later step; it then slides the other way. */
  back: boolean
}

/** How the step that is shown was reached; `order` is the way through the flow. */
export function useArrival(at: string, order: readonly string[]): Arrival {
  const [place, setPlace] = useState<{ at: string; before: string | null }>({ at, before: null })
  if (place.at !== at) setPlace({ at, before: place.at })
  const before = place.at === at ? place.before : place.at
  return {
    arrived: before !== null,
    back: before !== null && order.indexOf(before) > order.indexOf(at),
  }
}

/**
 * One step of a flow; each has a `key` of its own. It slides in for half a second and, unless it is the
 * first thing to be seen, takes the focus, since what had it is gone with the step before.
 */
export function StepPanel({
  name,
  arrived,
  back,
  withTitle = false,
  children,
}: Arrival & {
  /** What it is called where nothing in it says so. */
  name?: string
  /** The title above it is brought into view too. */
  withTitle?: boolean
  children: ReactNode
}) {
  const panel = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the arrival moves the focus
  useEffect(() => {
    const { current } = panel
    if (!arrived || !current) return
    // A field in it that asks for the focus keeps it.
    if (!current.contains(document.activeElement)) current.focus({ preventScroll: true })
    const titled = current.closest('section') ?? current.parentElement
    showStart((withTitle && titled) || current)
  }, [])
  return (
    <div
      ref={panel}
      {...(name && { role: 'group', 'aria-label': name })}
      tabIndex={-1}
      className={cx(classes.panel, arrived && (back ? classes.back : classes.onward))}
    >
      {children}
    </div>
  )
}
