import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import classes from './confirm-button.module.css'
import { cx } from './cx.ts'
import layout from './layout.module.css'

/**
 * A step that is asked about twice, in the place where it is ordered: the first press puts the
 * question there, with the focus on the way back. Whether it asks is held by what shows it, so that
 * of several in one place only one asks.
 */
export function ConfirmButton({
  name,
  icon,
  question,
  yes,
  no,
  kind = 'danger',
  worded = false,
  size = 'sm',
  busy = false,
  asking,
  onAsk,
  onConfirm,
}: {
  /** What the button is for, in full: there may be one in each row of a list. */
  name: string
  icon: ReactNode
  question: string
  yes: string
  no: string
  /** A loss, unless it is said otherwise. */
  kind?: 'danger' | 'primary'
  /** Shows its name beside the icon, where it stands alone. */
  worded?: boolean
  /** As large as the buttons beside it. */
  size?: 'md' | 'sm'
  busy?: boolean
  asking: boolean
  onAsk: (asking: boolean) => void
  onConfirm: () => void
}) {
  const keep = useRef<HTMLButtonElement>(null)
  const ask = useRef<HTMLButtonElement>(null)
  const left = useRef(false)

  useEffect(() => {
    if (asking) keep.current?.focus()
    else if (left.current) ask.current?.focus()
    left.current = asking
  }, [asking])

  if (!asking && worded) {
    return (
      <Button kind="plain" size={size} ref={ask} icon={icon} onClick={() => onAsk(true)}>
        {name}
      </Button>
    )
  }
  if (!asking) {
    return (
      <button
        ref={ask}
        type="button"
        className={cx(layout.tool, classes.ask, classes[kind])}
        aria-label={name}
        title={name}
        onClick={() => onAsk(true)}
      >
        {icon}
      </button>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a form around it
    <div role="group" aria-label={question} className={classes.question}>
      <p className={classes.text}>{question}</p>
      <div className={classes.answers}>
        <Button kind={kind} size="sm" busy={busy} onClick={onConfirm}>
          {yes}
        </Button>
        <Button kind="plain" size="sm" ref={keep} disabled={busy} onClick={() => onAsk(false)}>
          {no}
        </Button>
      </div>
    </div>
  )
}
