import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import classes from './facts.module.css'

export type Fact = {
  label: string
  value: ReactNode
  /** Has a row of its own in a grid: it may be long and does not break well. */
  long?: boolean | undefined
}

/** What is known about a thing, each with its name. Rows stand name beside value, or in columns. */
export function Facts({
  facts,
  look = 'rows',
}: {
  facts: readonly Fact[]
  look?: 'rows' | 'grid'
}) {
  return (
    <dl className={cx(classes.facts, classes[look])}>
      {facts.map(({ label, value, long }) => (
        <div key={label} className={cx(classes.fact, long && classes.long)}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>
            {typeof value === 'string' ? <bdi>{value}</bdi> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
