import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/**
 * A button that opens a menu: arrow keys go through it, Escape and a press elsewhere close it, and
 * closing gives the focus back to the button.
 */
export function useMenu() {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    itemsIn(place.current)[0]?.focus()
    const outside = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function press(event: KeyboardEvent) {
    if (!open) return
    if (event.key === 'Escape') close()
    if (event.key === 'Tab') setOpen(false)
    const items = itemsIn(place.current)
    const now = items.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    items[(to + items.length) % items.length]?.focus()
  }

  return { open, toggle: () => setOpen(!open), close, press, place, button }
}

function itemsIn(place: HTMLElement | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
}
