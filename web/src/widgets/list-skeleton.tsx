import { Skeleton } from '#ui/skeleton.tsx'
import classes from './list-skeleton.module.css'

/** The shape of a list that is on its way. */
export function ListSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true" data-coming>
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={at} className={classes.row}>
          <span className={classes.icon}>
            <Skeleton height={42} />
          </span>
          <span className={classes.words}>
            <Skeleton height={14} />
            <Skeleton height={10} />
          </span>
          <span className={classes.amount}>
            <Skeleton height={16} />
          </span>
        </div>
      ))}
    </div>
  )
}
