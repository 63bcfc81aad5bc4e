import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import classes from './facts.module.css'

export type Fact = { label: string; value: ReactNode }

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
      {facts.map(({ label, value }) => (
        <div key={label} className={classes.fact}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>
            {typeof value === 'string' ? <bdi>{value}</bdi> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
