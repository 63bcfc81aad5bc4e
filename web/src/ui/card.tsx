import { type ReactNode, useId } from 'react'
import classes from './card.module.css'
import { cx } from './cx.ts'
import layout from './layout.module.css'

/** A white sheet on the canvas. With a title it is a region of the page by that name. */
export function Card({
  title,
  actions,
  className,
  children,
}: {
  title?: string
  actions?: ReactNode
  className?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  const look = cx(classes.card, layout.inTurn, className)
  if (!title) return <div className={look}>{children}</div>
  return (
    <section className={look} aria-labelledby={id}>
      <header className={classes.header}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {actions}
      </header>
      {children}
    </section>
  )
}
