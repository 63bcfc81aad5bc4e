import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Puts something into the strip above every page of a demonstration, which stands outside of them. */
export function InDemoStrip({ children }: { children: ReactNode }) {
  const strip = document.getElementById('demo-strip')
  return strip ? createPortal(children, strip) : null
}
