import classes from './skeleton.module.css'

/**
 * Grey bars in the place of what is loading; the region around them says that it is busy. One bar is
 * as high as what it stands for; how high several things will be is not known before they are there.
 */
export function Skeleton({ rows = 1, height = 20 }: { rows?: number; height?: number }) {
  return (
    <span className={classes.stack} aria-hidden="true" data-coming={rows > 1 || undefined}>
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
        <span key={at} className={classes.bar} style={{ blockSize: height }} />
      ))}
    </span>
  )
}
