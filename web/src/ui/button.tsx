import {
  type ButtonHTMLAttributes,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import classes from './button.module.css'
import { cx } from './cx.ts'

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'style'> & {
  /** What it is for: the one next step, another way on, a tool, something quiet, a loss, or words. */
  kind?: 'primary' | 'plain' | 'tint' | 'quiet' | 'danger' | 'link'
  size?: 'md' | 'sm'
  /** Takes the whole width of its place. */
  wide?: boolean
  /** Shows a loader, takes no clicks and tells assistive technology that it is busy. */
  busy?: boolean
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement | null> | undefined
}

export function Button(props: ButtonProps) {
  const { kind = 'primary', size = 'md', wide, busy = false, icon, ref, ...more } = props
  const { className, children, disabled, onClick, ...attributes } = more
  const { button, hold } = useFocusKept(busy)
  useImperativeHandle(ref, () => button.current as HTMLButtonElement, [button])
  return (
    <button
      type="button"
      {...attributes}
      ref={button}
      onClick={(event) => {
        hold()
        onClick?.(event)
      }}
      className={cx(classes.button, classes[kind], classes[size], wide && classes.wide, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      <span className={cx(classes.face, busy && classes.faded)}>
        {icon}
        {children}
      </span>
      {busy ? <span className={classes.loader} aria-hidden="true" /> : null}
    </button>
  )
}

// A button that is disabled while it works loses the focus; it gets it back when the work is done,
// unless the focus has gone on to something else by then.
function useFocusKept(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const held = useRef(false)
  useLayoutEffect(() => {
    const { activeElement: active, body } = document
    if (busy || !held.current) return
    held.current = false
    if (active === body || active === null) button.current?.focus()
  }, [busy])
  const hold = () => {
    held.current = document.activeElement === button.current
  }
  return { button, hold }
}
