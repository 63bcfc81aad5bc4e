import { useSyncExternalStore } from 'react'

const key = 'auth'
const listeners = new Set<() => void>()
const forgetters = new Set<() => void>()

/** The token of the login that this browser holds, or null. */
export function readToken(): string | null {
  try {
    const held: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof held !== 'object' || held === null || !('token' in held)) return null
    return typeof held.token === 'string' && held.token !== '' ? held.token : null
  } catch {
    // What is no login data, or a browser without storage, is an anonymous visitor.
    return null
  }
}

export function storeToken(token: string): void {
  localStorage.setItem(key, JSON.stringify({ token }))
  tell()
}

/**
 * Ends the login of this browser, here and in its other tabs; all else that is stored stays. Where a
 * token is named, only that login is ended: a late answer to an old one must not end a newer.
 */
export function forgetToken(refused?: string | null): void {
  if (refused !== undefined && refused !== readToken()) return
  localStorage.removeItem(key)
  tell()
}

/** What logging out leaves behind: nothing. */
export function forgetEverything(): void {
  localStorage.clear()
  forgetHere()
  tell()
}

function forgetHere() {
  sessionStorage.clear()
  for (const forget of forgetters) forget()
}

// Another tab has logged out: all of the storage was cleared, which has no key. So do the drafts here.
window.addEventListener('storage', (event) => {
  if (event.key === null) forgetHere()
})

/** For what the page itself remembers of a customer beyond the login. */
export function whenForgotten(forget: () => void): void {
  forgetters.add(forget)
}

/** The token, and a new drawing when it comes or goes, whichever tab did it. */
export function useToken(): string | null {
  return useSyncExternalStore(onToken, readToken)
}

/** Tells whenever the token comes or goes, until what it returns is called. */
export function onToken(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function tell() {
  for (const listener of listeners) listener()
}
