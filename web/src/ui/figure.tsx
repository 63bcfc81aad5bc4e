import type { CSSProperties } from 'react'
import { cx } from './cx.ts'
import classes from './figure.module.css'

/**
 * A figure that is the point of its card. It is as large as its size allows and shrinks to the
 * width it has, so that a balance of twelve digits is never cut or broken in two.
 */
export function Figure({
  text,
  suffix,
  size = 'large',
}: {
  text: string
  /** Follows in small letters, such as the code of a currency. */
  suffix?: string
  size?: 'sum' | 'large' | 'huge' | 'hero'
}) {
  const [, whole, cents] = (size === 'hero' && /^(.*\d)(\.\d\d)$/.exec(text)) || []

  // A property and no style text: the content policy allows no inline style sheet.
  const chars = { '--chars': text.length + (suffix ? suffix.length / 2 + 0.5 : 0) } as CSSProperties
  return (
    <span className={classes.room}>
      <span className={cx(classes.figure, classes[size])} style={chars}>
        <bdi>
          {whole ?? text}
          {cents ? <span className={classes.cents}>{cents}</span> : null}
        </bdi>
        {suffix ? <span className={classes.suffix}> {suffix}</span> : null}
      </span>
    </span>
  )
}
