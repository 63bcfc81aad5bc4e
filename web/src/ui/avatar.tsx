import classes from './avatar.module.css'
import { cx } from './cx.ts'

/** A person's picture, or their initials where there is none. It is never the only name shown. */
export function Avatar({
  initials,
  picture,
  size = 'md',
}: {
  initials: string
  picture: string | null
  size?: 'md' | 'lg'
}) {
  const className = cx(classes.avatar, classes[size])
  if (picture) return <img className={className} src={picture} alt="" />
  return (
    <span className={className} aria-hidden="true">
      {initials}
    </span>
  )
}
