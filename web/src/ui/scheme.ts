import { useSyncExternalStore } from 'react'

export type Scheme = 'light' | 'dark' | 'auto'

// The scheme is kept in a cookie: logging out clears all storage, and this is no login data.
// first-paint.js reads the same cookie before the first paint.
const system = window.matchMedia?.('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** What the customer chose; `auto` follows the system. */
function readScheme(): Scheme {
  const held = /(?:^|;\s*)scheme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1]
  return held === 'light' || held === 'dark' ? held : 'auto'
}

export function setScheme(scheme: Scheme): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser yet
  document.cookie = `scheme=${scheme}; path=/; max-age=31536000; samesite=lax`
  draw()
}

/** The choice, for a switch that shows it. */
export function useScheme(): Scheme {
  return useSyncExternalStore(subscribe, readScheme)
}

function drawnScheme(): 'light' | 'dark' {
  const chosen = readScheme()
  return chosen === 'auto' ? (system?.matches ? 'dark' : 'light') : chosen
}

function draw() {
  document.documentElement.setAttribute('data-scheme', drawnScheme())
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

system?.addEventListener('change', draw)
