import { type ReactNode, useEffect, useRef } from 'react'

// The browser itself announces the first page; the later ones are ours to announce.
let navigated = false

/**
 * The h1 of a page. After a navigation within the app it takes the focus, so that a screen reader
 * says where it is and the next Tab starts at the top of the page.
 */
export function PageHeading({ className, children }: { className?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (navigated && !document.activeElement?.matches('input, select, textarea')) {
      heading.current?.focus()
    }
    navigated = true
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
