import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import classes from './confirm-button.module.css'

/**
 * A loss that is asked about twice, in the place where it is ordered: the first press puts the
 * question there, with the focus on the way back.
 */
export function ConfirmButton({
  name,
  icon,
  question,
  yes,
  no,
  busy = false,
  onConfirm,
}: {
  /** What the button is for, in full: there may be one in each row of a list. */
  name: string
  icon: ReactNode
  question: string
  yes: string
  no: string
  busy?: boolean
  onConfirm: () => void
}) {
  const [asking, setAsking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  const ask = useRef<HTMLButtonElement>(null)
  const left = useRef(false)

  useEffect(() => {
    if (asking) keep.current?.focus()
    else if (left.current) ask.current?.focus()
    left.current = asking
  }, [asking])

  if (!asking) {
    return (
      <button
        ref={ask}
        type="button"
        className={classes.ask}
        aria-label={name}
        onClick={() => setAsking(true)}
      >
        {icon}
      </button>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a form around it
    <div role="group" aria-label={question} className={classes.question}>
      <p className={classes.text}>{question}</p>
      <Button kind="danger" size="sm" busy={busy} onClick={onConfirm}>
        {yes}
      </Button>
      <Button kind="plain" size="sm" ref={keep} disabled={busy} onClick={() => setAsking(false)}>
        {no}
      </Button>
    </div>
  )
}
