import type { CSSProperties, ReactNode } from 'react'
import classes from './face.module.css'
import { initialsOf } from './initials.ts'

const tints = 12

/**
 * A monogram in a tint of its own, so that the same name is found again by a glance; what stands
 * on its corner says how things are. It is never the only name shown.
 */
export function Face({ name, badge }: { name: string; badge?: ReactNode }) {
  const hue = { '--hue': hueOf(name) } as CSSProperties
  return (
    <span className={classes.face} style={hue}>
      <span aria-hidden="true">{initialsOf(name)}</span>
      {badge ? <span className={classes.badge}>{badge}</span> : null}
    </span>
  )
}

/** One of twelve around the circle of colours, always the same for a name. */
const hueOf = (name: string) => (sumOf(name) % tints) * (360 / tints)

const sumOf = (name: string) =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)
