import { limits } from '@passbook/contract'
import { useSyncExternalStore } from 'react'

const query = window.matchMedia?.(`(min-width: ${limits.mobileBelowPx}px)`)

/** Whether there is room for the wide layout; a window that is resized changes over at once. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, isWide)
}

export const isWide = () => query?.matches ?? true

function subscribe(listener: () => void) {
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}
