import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './collapsible.module.css'
import { cx } from './cx.ts'
import layout from './layout.module.css'

/** A card whose heading opens and closes it. */
export function Collapsible({
  title,
  icon,
  openAtFirst,
  id: place,
  children,
}: {
  title: string
  icon?: ReactNode
  openAtFirst: boolean
  /** Where a link into the page leads. */
  id?: string
  children: ReactNode
}) {
  const [open, setOpen] = useState(openAtFirst)
  const id = useId()
  return (
    <section id={place} className={classes.card}>
      <h2 className={classes.heading}>
        <button
          type="button"
          id={`${id}-title`}
          className={classes.button}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {icon ? <span className={cx(layout.tile, classes.icon)}>{icon}</span> : null}
          <span className={classes.title}>{title}</span>
          <IconChevronDown
            size={20}
            className={cx(classes.chevron, open && classes.up)}
            aria-hidden
          />
        </button>
      </h2>
      {/* biome-ignore lint/a11y/useSemanticElements: the section around it also holds the heading */}
      <div
        id={id}
        role="region"
        aria-labelledby={`${id}-title`}
        className={cx(classes.fold, open && classes.open)}
        inert={!open}
      >
        <div className={classes.clip}>
          <div className={classes.body}>{children}</div>
        </div>
      </div>
    </section>
  )
}
