import { type KeyboardEvent, type ToggleEvent, useId, useRef, useState } from 'react'
import { useLayer } from './layers.ts'

/**
 * A button and the menu that it opens, a popover: Escape, Back and a press elsewhere close it, and
 * the focus goes back to the button, which the browser itself calls expanded or not. Arrow keys go
 * through it. Spread `button` and `menu` on the two.
 */
export function useMenu() {
  const [open, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()

  function close() {
    menu.current?.hidePopover()
  }
  useLayer(open, { close })

  function press(event: KeyboardEvent) {
    if (!menu.current?.matches(':popover-open')) return
    // Escape is the popover's own; a dialog around it is not to close with it.
    if (event.key === 'Escape') event.stopPropagation()
    if (event.key === 'Tab') close()
    const items = itemsIn(menu.current)
    const active = items.indexOf(document.activeElement as HTMLElement)
    // A quick key comes before the event that moves the focus into the menu.
    const now = active < 0 ? items.indexOf(firstOf(items) as HTMLElement) : active
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    items[(to + items.length) % items.length]?.focus()
  }

  // Before it is seen: its entry of the history is there for whoever goes back at once.
  function toggling({ newState }: ToggleEvent) {
    setOpen(newState === 'open')
  }

  function toggled({ newState }: ToggleEvent) {
    if (newState !== 'open' || menu.current?.contains(document.activeElement)) return
    firstOf(itemsIn(menu.current))?.focus()
  }

  return {
    open,
    close,
    button: {
      popoverTarget: id,
      'aria-haspopup': 'menu',
      'aria-controls': open ? id : undefined,
      onKeyDown: press,
    },
    menu: {
      ref: menu,
      id,
      popover: 'auto',
      onKeyDown: press,
      onBeforeToggle: toggling,
      onToggle: toggled,
    },
  } as const
}

/** The item that has the focus first: the chosen one, where there is one. */
const firstOf = (items: HTMLElement[]) =>
  items.find((item) => item.ariaChecked === 'true') ?? items[0]

function itemsIn(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
}
