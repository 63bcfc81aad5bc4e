import type { CSSProperties } from 'react'
import { cx } from './cx.ts'
import classes from './figure.module.css'

/**
 * A figure that is the point of its card. It is as large as its size allows and shrinks to the
 * width it has, so that a balance of twelve digits is never cut or broken in two.
 */
export function Figure({ text, size = 'large' }: { text: string; size?: 'large' | 'huge' }) {
  // A property and no style text: the content policy allows no inline style sheet.
  const chars = { '--chars': Math.max(text.length, 6) } as CSSProperties
  return (
    <span className={classes.room}>
      <bdi className={cx(classes.figure, classes[size])} style={chars}>
        {text}
      </bdi>
    </span>
  )
}
