import { useEffect, useState } from 'react'

/**
 * Whether something has been drawn before. What comes into the page already open would neither
 * slide in nor know where the focus was: it opens one drawing later.
 */
export function useMounted(): boolean {
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return mounted
}
