import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import classes from './alert.module.css'
import { Button } from './button.tsx'

type Waiting = { message: string; done: () => void }

let queue: readonly Waiting[] = []
const listeners = new Set<() => void>()

function change(next: readonly Waiting[]) {
  queue = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Tells one thing and waits for OK, as the browser's alert does; needs an `AlertHost` on the page. */
export function alert(message: string): Promise<void> {
  return new Promise((done) => change([...queue, { message, done }]))
}

/** Draws what `alert` was given, one after the other, above everything else. */
export function AlertHost() {
  const [first] = useSyncExternalStore(subscribe, () => queue)
  if (!first) return null
  return (
    <AlertDialog
      key={first.message}
      message={first.message}
      onClose={() => {
        change(queue.slice(1))
        first.done()
      }}
    />
  )
}

// The browser's own dialog: it lies above every other layer, makes the page behind it inert and
// gives the focus back to where it was.
function AlertDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal?.()
    return () => {
      element?.close?.()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby={id}
      className={classes.dialog}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <p id={id} className={classes.message}>
        {message}
      </p>
      {/* The attribute keeps Escape from also closing a panel that lies behind. */}
      <Button wide autoFocus data-mantine-stop-propagation="true" onClick={onClose}>
        OK
      </Button>
    </dialog>
  )
}
