import { limits } from '@passbook/contract'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { CloseButton } from './close-button.tsx'
import { cx } from './cx.ts'
import { useTopDialog } from './dialog.tsx'
import classes from './toasts.module.css'
import { type Shown, shown } from './toasts.tsx'
import { useMounted } from './use-mounted.ts'

/**
 * The place of the toasts: top right, in the layer above all others. A dialog makes everything
 * outside it inert, unreachable and silent: while one is open, their place is inside it.
 */
export function Toasts() {
  const toasts = shown.use()
  const [place] = useState(makePlace)
  const host = useTopDialog() ?? document.body
  const some = toasts.length > 0
  useLayoutEffect(() => {
    if (!some) return
    host.append(place)
    // An environment without layout has no layers either.
    place.showPopover?.()
    return () => place.remove()
  }, [some, host, place])
  return createPortal(
    toasts.map((one) => <ToastCard key={one.id} {...one} />),
    place,
  )
}

function makePlace() {
  const place = document.createElement('div')
  place.className = classes.place ?? ''
  place.popover = 'manual'
  return place
}

function ToastCard({ id, message, title, kind = 'success', ms, action }: Shown) {
  const card = useRef<HTMLDivElement>(null)
  // A live region is heard when its words change: it must be in the page before they are.
  const ready = useMounted()
  const { close, hold, release } = useTimes(id, card, ms)
  const Icon = kind === 'success' ? IconCheck : IconAlertCircle
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its button closes it by key
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is one of two
    <div
      ref={card}
      role={kind === 'success' ? 'status' : 'alert'}
      className={cx(classes.toast, classes[kind])}
      onClick={close}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <span className={classes.icon}>
        <Icon size={18} stroke={2} aria-hidden />
      </span>
      {ready ? (
        <div className={classes.words}>
          {title ? <div className={classes.title}>{title}</div> : null}
          <div>{message}</div>
        </div>
      ) : null}
      {action ? (
        <Button kind="tint" size="sm" className={classes.action} onClick={action.run}>
          {action.label}
        </Button>
      ) : null}
      <CloseButton small onClick={close} />
    </div>
  )
}

/** Eases in, waits and eases out. Animated by hand, for a change of place would begin CSS's anew. */
function useTimes(id: number, card: { current: HTMLElement | null }, ms: number = limits.toastMs) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [until] = useState(() => Date.now() + ms)
  // What can be done for longer than a toast is shown is not taken away by a look at it.
  const leftMs = () => (ms > limits.toastMs ? until - Date.now() : 0)
  const hold = () => clearTimeout(timer.current)
  const wait = (ms: number) => {
    hold()
    timer.current = setTimeout(close, ms)
  }
  function close() {
    hold()
    const gone = () => shown.write(shown.read().filter((other) => other.id !== id))
    const motion = ease(card.current, 'reverse')
    if (motion) motion.finished.then(gone, gone)
    else gone()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: its time begins once
  useEffect(() => {
    ease(card.current, 'normal')
    wait(ms)
    return hold
  }, [])
  return { close, hold, release: () => wait(Math.max(limits.toastAfterHoverMs, leftMs())) }
}

function ease(card: HTMLElement | null, direction: 'normal' | 'reverse') {
  if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return
  return card?.animate?.([{ opacity: 0, transform: 'translateY(-8px)' }, {}], {
    duration: limits.toastEaseMs,
    easing: 'ease',
    fill: 'both',
    direction,
  })
}
