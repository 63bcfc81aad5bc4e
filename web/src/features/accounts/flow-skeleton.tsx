import { Skeleton } from '#ui/skeleton.tsx'
import classes from './flow-skeleton.module.css'

/** The shape of the chart that is on its way. */
export function FlowSkeleton() {
  return (
    <div className={classes.flow}>
      <span className={classes.ring}>
        <Skeleton height={200} />
      </span>
      <Skeleton rows={2} height={24} />
    </div>
  )
}
