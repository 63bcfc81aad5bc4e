import {
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { CloseButton } from './close-button.tsx'
import { cx } from './cx.ts'
import classes from './dialog.module.css'
import { LayerName, useLayer } from './layers.ts'
import { makeStore } from './store.ts'

type Props = {
  opened: boolean
  onClose: () => void
  /** Its head, with a button that closes it; without one it needs `labelledBy`. */
  title?: ReactNode
  labelledBy?: string
  look: 'modal' | 'wide' | 'drawer' | 'alert'
  className?: string | undefined
  /** Something is under way: neither Escape nor the close button may end it. */
  locked?: boolean
  children: ReactNode
}

// The dialogs that are open, the topmost last. What is not inside that one is inert.
const opens = makeStore<readonly HTMLDialogElement[]>([])

/** The dialog that lies above everything else, if one is open. */
export const useTopDialog = () => opens.use().at(-1)

/**
 * The browser's own dialog: it lies above every other layer and makes the page behind it inert. It
 * keeps the focus inside, gives it back when it closes, and closes on Escape, on a press beside it
 * and on Back.
 */
export function Dialog(props: Props) {
  const { opened, onClose, title, labelledBy, look, className, locked, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const present = usePresence(opened, dialog)
  const heading = useId()
  const beside = useRef(false)
  useShown(opened, dialog)
  useLayer(opened, { close: onClose, locked, name: use(LayerName) })
  const leave = locked ? () => undefined : onClose
  if (!present) return null
  return createPortal(
    <dialog
      ref={dialog}
      role={look === 'alert' ? 'alertdialog' : undefined}
      aria-labelledby={labelledBy ?? heading}
      className={cx(classes.dialog, look === 'wide' && classes.modal, classes[look], className)}
      // What slides out of sight takes no more presses.
      inert={!opened}
      onKeyDown={(event) => holdKeys(event, leave)}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        leave()
      }}
      onClose={(event) => {
        // A second close request (Escape, the back gesture) cannot be refused: where it may not
        // end the dialog, the dialog comes back.
        if (!opened || event.target !== event.currentTarget || dialog.current?.open) return
        if (locked) dialog.current?.showModal()
        else onClose()
      }}
      // A press that began inside, to mark a text, may end beside it without closing it.
      onPointerDown={(event) => {
        beside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        if (beside.current && event.target === event.currentTarget) leave()
      }}
    >
      <LayerName value={undefined}>
        {title === undefined ? (
          children
        ) : (
          <>
            <div className={classes.head}>
              <h2 id={heading} className={classes.title}>
                {title}
              </h2>
              {locked ? null : <CloseButton onClick={onClose} />}
            </div>
            <div className={classes.body}>{children}</div>
          </>
        )}
      </LayerName>
    </dialog>,
    document.body,
  )
}

/** Opens and closes it. The clean-up runs while it is still in the page, and before another opens. */
function useShown(opened: boolean, dialog: { current: HTMLDialogElement | null }) {
  useLayoutEffect(() => {
    const element = dialog.current
    if (!opened || !element) return
    const before = document.activeElement
    // An environment without layout has no layers either.
    element.showModal?.()
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    opens.write([...opens.read(), element])
    holdScroll()
    return () => {
      element.close?.()
      opens.write(opens.read().filter((other) => other !== element))
      holdScroll()
      if (before instanceof HTMLElement) giveFocus(before)
    }
  }, [opened, dialog])
}

/** Back to what opened it; what is gone meanwhile (a list that was empty) leaves it to the page's heading. */
function giveFocus(opener: HTMLElement) {
  const place = opener.isConnected ? opener : document.querySelector('h1')
  place?.focus({ preventScroll: true })
}

/** Whether it is to be drawn: from its opening until it has slid out of sight. */
function usePresence(opened: boolean, dialog: { current: HTMLDialogElement | null }): boolean {
  const [present, setPresent] = useState(opened)
  if (opened && !present) setPresent(true)
  useEffect(() => {
    if (opened) return
    let back = false
    const moving = dialog.current?.getAnimations?.() ?? []
    void Promise.allSettled(moving.map(({ finished }) => finished)).then(() => {
      if (!back) setPresent(false)
    })
    return () => {
      back = true
    }
  }, [opened, dialog])
  return present
}

/** The page stays where it is while a dialog lies over it, and so does the room of its scrollbar. */
function holdScroll() {
  const { documentElement: root } = document
  if (opens.read().length === 0) delete root.dataset.held
  else root.dataset.held ??= window.innerWidth > root.clientWidth ? 'bar' : ''
}

const stops = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]'

/** Escape closes; Tab goes round inside, where the browser would go on to its own buttons. */
function holdKeys(event: KeyboardEvent<HTMLDialogElement>, leave: () => void) {
  if (event.key !== 'Escape' && event.key !== 'Tab') return
  // One dialog's keys are not another's, which may be its parent.
  event.stopPropagation()
  if (event.key === 'Escape') {
    event.preventDefault()
    leave()
    return
  }
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(stops)].filter(
    (stop) => stop.tabIndex >= 0 && stop.checkVisibility(),
  )
  const [end, start] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  if (document.activeElement !== end) return
  event.preventDefault()
  start?.focus()
}
